import { ledgerErrors } from '@sauda/contract/ledger'
import { AppError } from '@sauda/contract/error'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { breaksUnique } from '../platform/db.ts'
import type { Db, Sql, Tx } from '../platform/db.ts'
import { sha256 } from '../platform/secret.ts'
import { forgetOldKeys, holdKey, keepAnswer } from './idempotency.sql.ts'

/** The call being made: whose it is, and the request that carries the key. */
type Asking = { readonly request: FastifyRequest; readonly reply: FastifyReply; readonly body: unknown } & (
  | { readonly client: { readonly id: string } }
  | { readonly operator: { readonly id: string } }
)

const keyFormat = /^[\w.-]{8,200}$/

/** Refusals that say "not now" rather than "no": the same key may ask again. */
const passing = new Set([401, 403, 429, 503])

/** An answer or refusal given before, or one about the key itself: not kept again. */
class Kept extends AppError {}

/**
 * Runs a verb that moves money in one transaction, once per `Idempotency-Key` of its caller (settled, section 3).
 * The answer is kept in that same transaction, so a crash between commit and answer loses nothing: asked again,
 * the kept answer is given. A refusal is kept too, after its rollback. Without the header the verb simply runs.
 */
export async function runIdempotent<Answer extends object>(
  db: Db,
  asking: Asking,
  verb: (tx: Tx) => Promise<Answer>,
): Promise<Answer> {
  const key = asking.request.headers['idempotency-key']
  if (key === undefined) return db.transaction(verb)
  if (typeof key !== 'string' || !keyFormat.test(key)) throw new AppError(ledgerErrors.keyFormat)
  const place = { ownerId: 'client' in asking ? asking.client.id : asking.operator.id, key, hash: requestHash(asking) }
  for (;;) {
    try {
      return await firstOrKept(db, place, asking.reply, verb)
    } catch (error) {
      // The first request with this key committed just as we looked: what we did is undone, and now its answer is there.
      if (!breaksUnique(error, 'idempotency_pkey')) throw error
    }
  }
}

/** Nobody waits for an answer a week old. */
export const sweepKeys = (sql: Sql): Promise<number> => forgetOldKeys(sql)

type Place = { readonly ownerId: string; readonly key: string; readonly hash: Buffer }

async function firstOrKept<Answer extends object>(
  db: Db,
  place: Place,
  reply: FastifyReply,
  verb: (tx: Tx) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await db.transaction(async (tx) => {
      const earlier = await hold<Answer>(tx, place, reply)
      if (earlier) return earlier
      const answer = await verb(tx)
      await keepAnswer(tx, place, { status: 200, answer })
      return answer
    })
  } catch (error) {
    if (!(error instanceof AppError) || error instanceof Kept || passing.has(error.status)) throw error
    const earlier = await db.transaction(async (tx) => {
      // Between the rollback and here the same key may have been answered otherwise: then that answer stands.
      const found = await hold<Answer>(tx, place, reply)
      if (!found) await keepAnswer(tx, place, { status: error.status, answer: { message: error.message } })
      return found
    })
    if (earlier) return earlier
    throw error
  }
}

/** Holds the key; answers, or throws, what was said under it before. */
async function hold<Answer>(tx: Tx, place: Place, reply: FastifyReply): Promise<Answer | undefined> {
  const kept = await holdKey(tx, place)
  if (!kept?.held) throw new Kept(ledgerErrors.keyRunning)
  if (kept.request_hash === null) return undefined
  if (!kept.request_hash.equals(place.hash)) throw new Kept(ledgerErrors.keyReused)
  reply.header('idempotency-replayed', 'true')
  if (kept.status === 200) return kept.answer as Answer
  throw new Kept({ status: kept.status, message: (kept.answer as { message: string }).message })
}

/** The parsed body, so that spacing and order of the JSON text do not matter. */
function requestHash({ request, body }: Asking): Buffer {
  const text = JSON.stringify(body, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value))
  return sha256(`${request.method} ${request.url.split('?')[0]}\n${text ?? ''}`)
}
