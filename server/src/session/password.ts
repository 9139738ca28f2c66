import { hash, verify } from '@node-rs/argon2'
import { dictionary } from '@zxcvbn-ts/language-common'
import { limitConcurrency } from '../platform/concurrency.ts'

/** argon2id is the library's default algorithm; 19 MiB, two passes, one lane (settled, section 4). */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
/** Hashing is the most expensive work a stranger can cause: two at a time, a short queue, then 503. */
const limited = limitConcurrency({ parallel: 2, queue: 40 })

export const hashPassword = (password: string): Promise<string> => limited(() => hash(password, cost))

/** Hash of a random password: checking against it takes as long as against a real one. */
const nobody = await hash(crypto.randomUUID(), cost)

/** A missing hash is checked for just as long. */
export async function isCorrectPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  const fits = await limited(() => verify(passwordHash ?? nobody, password))
  return fits && passwordHash !== undefined
}

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

const passwords = dictionary['passwords-common']
const commonPasswords = new Set(passwords)
const commonWords = new Set(passwords.map(lettersOf).filter((word) => word.length > 2))

/** What people in India add a year or a few digits to, and the list of leaked passwords lacks. */
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

/** Common in itself, or a common word with digits and symbols around it or in the place of letters. */
export function isCommonPassword(password: string, brandName = ''): boolean {
  const lower = password.toLowerCase()
  if (commonPasswords.has(lower) || commonPasswords.has(lower.replaceAll(/[^a-z0-9]/g, ''))) return true
  const words = new Set([...patternWords, 'sauda', lettersOf(brandName.toLowerCase())])
  words.delete('')
  return wordsOf(password).some((word) => commonWords.has(word) || isOneOrTwoOf(words, word))
}
