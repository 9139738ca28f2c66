import { hash, verify } from '@node-rs/argon2'
import { commonRefusals, Refusal } from '@sauda/contract/refusal'
import { dictionary } from '@zxcvbn-ts/language-common'

/** argon2id is the library's default algorithm; 19 MiB, two passes, one lane (settled, section 4). */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
/** Hashing is the dearest thing a stranger can make us do: two at a time, a short queue, then 503. */
const limits = { parallel: 2, queue: 40 } as const

let running = 0
const waiting: (() => void)[] = []

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= limits.parallel) {
    if (waiting.length >= limits.queue) throw new Refusal(commonRefusals.busy, { retryAfter: 2 })
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else {
    running++
  }
  try {
    return await work()
  } finally {
    // The place passes straight to the next in line; only an empty line frees it.
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

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
