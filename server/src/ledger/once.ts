import { ledgerRefusals } from '@sauda/contract/ledger'
import { Refusal } from '@sauda/contract/refusal'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db, Tx } from '../platform/db.ts'
import { sha256 } from '../platform/secret.ts'
import { findKept, holdKey, keepAnswer } from './once.sql.ts'

/** The call being made: whose it is, and the request that carries the key. */
type Asking = { readonly request: FastifyRequest; readonly reply: FastifyReply; readonly body: unknown } & (
  | { readonly client: { readonly id: string } }
  | { readonly operator: { readonly id: string } }
)

const keyFormat = /^[\w.-]{8,200}$/

/** Refusals that say "not now" rather than "no": the same key may ask again. */
const passing = new Set([401, 403, 429, 503])

/**
 * Runs a verb that moves money in one transaction, once per `Idempotency-Key` of its caller (settled, section 3).
 * The answer is kept in that same transaction, so a crash between commit and answer loses nothing: asked again,
 * the kept answer is given. Without the header the verb simply runs. A refusal is kept too, after its rollback.
 */
export async function once<Answer extends object>(
  db: Db,
  asking: Asking,
  verb: (tx: Tx) => Promise<Answer>,
): Promise<Answer> {
  const key = asking.request.headers['idempotency-key']
  if (key === undefined) return db.transaction(verb)
  if (typeof key !== 'string' || !keyFormat.test(key)) throw new Refusal(ledgerRefusals.keyFormat)
  const ownerId = 'client' in asking ? asking.client.id : asking.operator.id
  const hash = requestHash(asking)

  try {
    return await db.transaction(async (tx) => {
      if (!(await holdKey(tx, ownerId, key))) throw new Kept(ledgerRefusals.keyRunning)
      const kept = await findKept(tx, ownerId, key)
      if (kept) return replay<Answer>(kept, hash, asking.reply)
      const answer = await verb(tx)
      await keepAnswer(tx, ownerId, key, { hash, status: 200, answer })
      return answer
    })
  } catch (error) {
    if (error instanceof Refusal && !(error instanceof Kept) && !passing.has(error.status)) {
      await keepAnswer(db, ownerId, key, { hash, status: error.status, answer: { message: error.message } })
    }
    throw error
  }
}

/** An answer or refusal given before, or one about the key itself: not kept again. */
class Kept extends Refusal {}

function replay<Answer>(
  kept: { request_hash: Buffer; status: number; answer: unknown },
  hash: Buffer,
  reply: FastifyReply,
): Answer {
  if (!kept.request_hash.equals(hash)) throw new Kept(ledgerRefusals.keyReused)
  reply.header('idempotency-replayed', 'true')
  if (kept.status !== 200)
    throw new Kept({ status: kept.status, message: (kept.answer as { message: string }).message })
  return kept.answer as Answer
}

/** The parsed body, so that spacing and key order of the JSON text do not matter beyond what the contract orders. */
function requestHash({ request, body }: Asking): Buffer {
  const text = JSON.stringify(body, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value))
  return sha256(`${request.method} ${request.url.split('?')[0]}\n${text ?? ''}`)
}
