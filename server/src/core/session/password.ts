import { commonPasswordsOf, commonPasswordsPath, isCommonPassword as isCommon } from '@sauda/contract/core/password'
import { opaquePassword } from '@sauda/contract/platform/typed-text'
import { hash, verify } from '@node-rs/argon2'
import { dictionary } from '@zxcvbn-ts/language-common'
import type { FastifyInstance } from 'fastify'
import { limitConcurrency } from '../../platform/concurrency.ts'
import { sendStatic, staticContent } from '../../platform/static-content.ts'

/** argon2id is the library's default algorithm; 19 MiB, two passes, one lane (settled, section 4). */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
/** Hashing is the most expensive work a stranger can cause: two at a time, a short queue, then 503. */
const limited = limitConcurrency({ parallel: 2, queue: 40 })

export const hashPassword = (password: string): Promise<string> => limited(() => hash(opaquePassword(password), cost))

/** Hash of a random password: checking against it takes as long as against a real one. */
const nobody = await hash(crypto.randomUUID(), cost)

/** A missing hash is checked for just as long. */
export async function isCorrectPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  // A hash from before passwords were normalized is of the accents as they were typed.
  const spellings = new Set([opaquePassword(password), password, opaquePassword(password).normalize('NFD')])
  for (const spelling of spellings)
    if (await limited(() => verify(passwordHash ?? nobody, spelling))) return passwordHash !== undefined
  return false
}

/** How many of the most used passwords are rejected (settled, section 4). */
const listLength = 10_000
const listCaching = 'public, max-age=86400'

const list = dictionary['passwords-common'].slice(0, listLength)
const common = commonPasswordsOf(list)

export const isCommonPassword = (password: string, brandName = ''): boolean => isCommon(password, brandName, common)

/** The screens apply the same list while a password is typed. */
export function serveCommonPasswords(app: FastifyInstance): void {
  const content = staticContent(list.join('\n'), 'text/plain; charset=utf-8')
  app.get(`/api${commonPasswordsPath}`, (request, reply) => sendStatic(request, reply, content, listCaching))
}
