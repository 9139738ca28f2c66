/** `Ask {officer} first.` with its places filled; a place nobody fills is a fault of ours, told at once. */
export function fill(sentence: string, words: Readonly<Record<string, string>>): string {
  return sentence.replace(/\{(\w+)\}/g, (_, place: string) => {
    const word = words[place]
    if (word === undefined) throw new Error(`Nothing fills {${place}} in: ${sentence}`)
    return word
  })
}
