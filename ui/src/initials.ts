/** "Asha Devi Rao" → "AR": the first letters of the first and the last word. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean)
  const chosen = words.length > 1 ? [words[0], words.at(-1)] : words
  return chosen.map((word) => Array.from(word ?? '')[0]?.toLocaleUpperCase('en-IN') ?? '').join('')
}
