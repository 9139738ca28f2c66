/** password: which passwords follow a pattern, for the server that rejects them and the screens where they are chosen. */

const lookalikes: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '8': 'b',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  '5': 's',
  $: 's',
  '7': 't',
  '+': 't',
}

const letterFor = (character: string) => lookalikes[character] ?? character
const letter = /[\p{L}\p{M}]/u
const lettersOf = (text: string) => text.replaceAll(/[^\p{L}\p{M}]/gu, '')

/** The words a password is built around: P@ssw0rd#2026 and $Password1 become password. */
function wordsOf(password: string): string[] {
  const lower = Array.from(password.normalize('NFKC').toLowerCase())
  const replaced = (from: number) =>
    lower.slice(from, lower.findLastIndex((character) => letter.test(character)) + 1).map(letterFor)
  const first = lower.findIndex((character) => letter.test(character))
  return [lower, replaced(0), replaced(first)].map((characters) => lettersOf(characters.join('')))
}

/** The address of the list of common passwords: one a line, 33 KB compressed. */
export const commonPasswordsPath = '/common-passwords'

/** Words to which people in India add a year or a few digits, and which the list of leaked passwords lacks. */
const patternWords = [
  'jan feb mar apr may jun jul aug sep sept oct nov dec january february march april june july august september october',
  'november december monday tuesday wednesday thursday friday saturday sunday summer winter monsoon diwali holi eid',
  'india bharat hindustan mumbai bombay delhi newdelhi bengaluru bangalore chennai madras kolkata calcutta hyderabad pune',
  'ahmedabad surat jaipur lucknow kanpur nagpur indore bhopal patna kochi chandigarh noida gurgaon gurugram goa kerala',
  'punjab gujarat nifty sensex banknifty nse bse sebi zerodha groww trade trader trading stock stocks share shares market',
  'money paisa rupee demat broker equity wallet client operator admin welcome password qwerty abcd asdf zxcv love ilove jai shri',
  'shree ram sita krishna ganesh hanuman shiva allah waheguru jaihind jaishreeram vandemataram dhoni sachin kohli virat',
].flatMap((line) => line.split(' '))

/** Whether the text is one or two of the words, written together. */
const isOneOrTwoOf = (words: ReadonlySet<string>, text: string): boolean =>
  words.has(text) || Array.from(text).some((_, at) => words.has(text.slice(0, at)) && words.has(text.slice(at)))

/** Whether the password is built on one or two of these words, or on the broker's name. */
function hasPatternWords(password: string, brandName = ''): boolean {
  const words = new Set([...patternWords, 'sauda', lettersOf(brandName.toLowerCase())])
  words.delete('')
  return wordsOf(password).some((word) => isOneOrTwoOf(words, word))
}

export type CommonPasswords = { readonly passwords: ReadonlySet<string>; readonly words: ReadonlySet<string> }

export function commonPasswordsOf(list: readonly string[]): CommonPasswords {
  return { passwords: new Set(list), words: new Set(list.map(lettersOf).filter((word) => word.length > 2)) }
}

/** Common in itself, or a common word with digits and symbols around it or in the place of letters. */
export function isCommonPassword(password: string, brandName: string, common: CommonPasswords): boolean {
  const lower = password.toLowerCase()
  if (common.passwords.has(lower) || common.passwords.has(lower.replaceAll(/[^a-z0-9]/g, ''))) return true
  return hasPatternWords(password, brandName) || wordsOf(password).some((word) => common.words.has(word))
}

type Strength = 'weak' | 'fair' | 'strong'

/** Digits and symbols around one word. */
const oneWord = /^[^\p{L}\p{M}]*[\p{L}\p{M}]{1,12}[^\p{L}\p{M}]*$/u
const part = /\p{Lu}?\p{Ll}+|\p{L}|\p{N}+|[^\p{L}\p{N}]+/gu

/** How hard a password is to guess, as an estimate without the list of common passwords. */
export function strengthOf(password: string): Strength {
  const plain = Array.from(password, letterFor).join('')
  if (hasPatternWords(password) || oneWord.test(password) || oneWord.test(plain)) return 'weak'
  const bits = Math.min(bitsOf(password), bitsOf(plain))
  return bits < 30 ? 'weak' : bits < 44 ? 'fair' : 'strong'
}

/** A word counts like one of ten thousand, however long; repeated characters count once. */
const bitsOf = (password: string): number =>
  (password.replaceAll(/(.)\1+/gsu, '$1').match(part) ?? [])
    .map((text) => (/\p{L}/u.test(text) ? Math.min(13, text.length * 4.7) : Math.min(8, text.length * 3)))
    .reduce((sum, bits) => sum + bits, 0)
