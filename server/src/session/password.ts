import { hash, verify } from '@node-rs/argon2'
import { dictionary } from '@zxcvbn-ts/language-common'
import { createTurns } from '../platform/turns.ts'

/** argon2id is the library's default algorithm; 19 MiB, two passes, one lane (settled, section 4). */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
/** Hashing is the dearest thing a stranger can make us do: two at a time, a short queue, then 503. */
const inTurn = createTurns({ parallel: 2, queue: 40 })

export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, cost))

/** A hash of nothing anybody knows: checking against it takes as long as against a real one. */
const nobody = await hash(crypto.randomUUID(), cost)

/** False for a missing hash, after the same work. */
export async function passwordFits(passwordHash: string | undefined, password: string): Promise<boolean> {
  const fits = await inTurn(() => verify(passwordHash ?? nobody, password))
  return fits && passwordHash !== undefined
}

/** The list is in order of use. */
const common = new Set(dictionary['passwords-common'].slice(0, 10_000))

/** One of the 10,000 most used passwords, in any mix of cases. */
export const isCommonPassword = (password: string): boolean => common.has(password.toLowerCase())
