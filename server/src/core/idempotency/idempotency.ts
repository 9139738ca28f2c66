import type { Call } from '@sauda/contract/platform/call'
import { AppError } from '@sauda/contract/platform/error'
import {
  idempotencyErrors,
  idempotencyHeaders,
  idempotencyRules,
  isFinalResponse,
} from '@sauda/contract/core/idempotency'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { closureError } from '../ledger/ledger.ts'
import { breaksUnique, type Db, type Tx } from '../../platform/db.ts'
import { removeInBatches } from '../../platform/jobs.ts'
import type { Answer, Mount, RequestInput } from '../../platform/mount.ts'
import { sha256 } from '../../platform/secret.ts'
import type { SentCsv } from '../../platform/upload.ts'
import { deleteOldKeys, insertResponse, lockKey, type RequestKey, stayActive } from './idempotency.sql.ts'

export { stayActive }

export type IdempotentInput = {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly body: unknown
} & ({ readonly client: { readonly id: string } } | { readonly operator: { readonly id: string } })

/** A stored error, or one about the key itself: not stored again. */
class ReplayedError extends AppError {}

/**
 * Runs a command that moves money in one transaction, once per `Idempotency-Key` of its caller (settled, section 3).
 * The response is stored in that same transaction; a final error is stored after its rollback. Without the header
 * the command just runs.
 */
export async function runIdempotent<Result extends object>(
  db: Db,
  input: IdempotentInput,
  command: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  const key = input.request.headers['idempotency-key']
  const checked = (tx: Tx) =>
    command(tx).catch((error: unknown) => {
      throw closureError(error) ?? error
    })
  if (key === undefined) return db.transaction(checked)
  if (typeof key !== 'string' || !idempotencyRules.keyFormat.test(key)) throw new AppError(idempotencyErrors.keyFormat)
  const ownerId = 'client' in input ? input.client.id : input.operator.id
  const requestKey = { ownerId, key, hash: hashRequest(input) }
  for (;;) {
    try {
      return await runOrReplay(db, { requestKey, reply: input.reply }, checked)
    } catch (error) {
      // The first request with this key committed after we looked: our work is rolled back, and its response is
      // stored.
      if (!breaksUnique(error, 'idempotency_pkey')) throw error
    }
  }
}

export type FileInput = Pick<IdempotentInput, 'request' | 'reply'> & {
  readonly csv: SentCsv
  readonly operator: { readonly id: string }
}

/** Imports a file once for an Idempotency-Key; the hash of its bytes is compared as the body of the request. */
export const importOnce = <Result extends object>(db: Db, given: FileInput, run: (tx: Tx) => Promise<Result>) =>
  runIdempotent(db, { ...given, body: { file: given.csv.sha256.toString('hex') } }, run)

export type MountCommand = <C extends Call>(
  call: C,
  command: (tx: Tx, given: RequestInput<C>) => Promise<Answer<C> & object>,
) => void

/** Mounts a call of a client or an operator whose command runs with `runIdempotent`. */
export function createMountCommand(mount: Mount, db: Db): MountCommand {
  return (call, command) =>
    mount(call, (given) => runIdempotent(db, given as typeof given & IdempotentInput, (tx) => command(tx, given)))
}

export const deleteExpiredKeys = (db: Db) => removeInBatches((most) => deleteOldKeys(db, most))

type Run = { readonly requestKey: RequestKey; readonly reply: FastifyReply }

async function runOrReplay<Result extends object>(
  db: Db,
  { requestKey, reply }: Run,
  command: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  try {
    return await db.transaction(async (tx) => {
      const stored = await findStored(tx, requestKey, reply)
      if (stored) return stored as Result
      const result = await command(tx)
      insertResponse(tx, requestKey, 200, result)
      return result
    })
  } catch (error) {
    if (!(error instanceof AppError) || error instanceof ReplayedError) throw error
    const { status, message, extra } = error
    if (!isFinalResponse({ status, message, ...extra })) throw error
    const stored = await db.transaction(async (tx) => {
      // Another request with this key may have finished since the rollback: then its response counts.
      const found = await findStored(tx, requestKey, reply)
      if (!found) insertResponse(tx, requestKey, status, { message })
      return found
    })
    if (stored) return stored as Result
    throw error
  }
}

/** Locks the key; returns, or throws, the response stored under it. */
async function findStored(tx: Tx, requestKey: RequestKey, reply: FastifyReply): Promise<unknown> {
  const stored = await lockKey(tx, requestKey)
  if (!stored?.locked) throw new ReplayedError(idempotencyErrors.keyRunning)
  if (stored.request_hash === null) return undefined
  if (!stored.request_hash.equals(requestKey.hash)) throw new ReplayedError(idempotencyErrors.keyReused)
  reply.header(idempotencyHeaders.replayed, 'true')
  reply.header(idempotencyHeaders.created, stored.at.toISOString())
  if (stored.status === 200) return stored.answer
  throw new ReplayedError({ status: stored.status, message: (stored.answer as { message: string }).message })
}

/**
 * Hashes the parsed body, so that spacing and order of the JSON text do not matter. Leaves `confirmation` out, because a repetition
 * with another one is the same request.
 */
function hashRequest({ request, body }: IdempotentInput): Buffer {
  const unconfirmed = typeof body === 'object' ? { ...body, confirmation: undefined } : body
  const text = JSON.stringify(unconfirmed, (_, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  )
  return sha256(`${request.method} ${request.url.split('?')[0]}\n${text ?? ''}`)
}
