/** person-name: whether two spellings are of one person. */

type NameMatch = 'same' | 'close' | 'different'

const titles = new Set(['MR', 'MRS', 'MS', 'DR', 'SHRI', 'SMT', 'KUMARI'])

function wordsOf(name: string): string[] {
  const letters = name.normalize('NFKD').replace(/\p{M}/gu, '').toUpperCase()
  const words = letters.replace(/['’.]/g, ' ').match(/[\p{L}\p{N}]+/gu) ?? []
  return words.filter((word) => !titles.has(word))
}

/** Close: the same words in another order, joined, one missing, or one as an initial. */
export function compareNames(registered: string, onCard: string): NameMatch {
  const one = wordsOf(registered)
  const other = wordsOf(onCard)
  if (one.length === 0 || other.length === 0) return 'different'
  if (one.join(' ') === other.join(' ')) return 'same'
  if (one.join('') === other.join('')) return 'close'
  const [few, many] = one.length <= other.length ? [one, [...other]] : [other, [...one]]
  const whole = few.filter((word) => take(many, (each) => each === word))
  const initials = few
    .filter((word) => !whole.includes(word))
    .filter((word) =>
      take(
        many,
        (each) => (each.length === 1 && word.startsWith(each)) || (word.length === 1 && each.startsWith(word)),
      ),
    )
  return whole.length > 0 && whole.length + initials.length === few.length ? 'close' : 'different'
}

export const isSamePerson = (one: string, other: string): boolean => compareNames(one, other) !== 'different'

/** Removes the first match, so that each word of the longer name matches at most one of the shorter. */
function take(words: string[], fits: (word: string) => boolean): boolean {
  const at = words.findIndex(fits)
  if (at === -1) return false
  words.splice(at, 1)
  return true
}

/** A shorter beginning of a name may be anybody's. */
const cutLetters = 8

/** One of the names is the payer's; banks cut long names, some of them at ten or twenty characters. */
export function agreesWithPayer(names: readonly string[], payer: string): boolean {
  const lettersOf = (name: string) => wordsOf(name).join('').replace(/\P{L}/gu, '')
  const cut = lettersOf(payer)
  return names.some(
    (name) => isSamePerson(name, payer) || (cut.length >= cutLetters && lettersOf(name).startsWith(cut)),
  )
}
