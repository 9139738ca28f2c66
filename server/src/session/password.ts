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

/** The list is sorted by use. */
const common = new Set(dictionary['passwords-common'].slice(0, 10_000))

export const isCommonPassword = (password: string): boolean => common.has(password.toLowerCase())
