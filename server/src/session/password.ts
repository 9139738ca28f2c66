import { hasPatternWords, lettersOf, wordsOf } from '@sauda/contract/password'
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

const passwords = dictionary['passwords-common']
const commonPasswords = new Set(passwords)
const commonWords = new Set(passwords.map(lettersOf).filter((word) => word.length > 2))

/** Common in itself, or a common word with digits and symbols around it or in the place of letters. */
export function isCommonPassword(password: string, brandName = ''): boolean {
  const lower = password.toLowerCase()
  if (commonPasswords.has(lower) || commonPasswords.has(lower.replaceAll(/[^a-z0-9]/g, ''))) return true
  return hasPatternWords(password, brandName) || wordsOf(password).some((word) => commonWords.has(word))
}
