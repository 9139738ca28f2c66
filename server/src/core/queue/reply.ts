import { AppError, commonErrors } from '@sauda/contract/platform/error'
import { type Reply, replyErrors, replyRules } from '@sauda/contract/core/reply'
import type { AppContext } from '../../app/app-context.ts'
import { auditView } from '../audit/audit.ts'
import type { Sql, Tx } from '../../platform/db.ts'
import { newId } from '../../platform/id.ts'
import { redrawImage } from '../../platform/image.ts'
import type { CurrentClient, CurrentOperator, Image } from '../../platform/mount.ts'
import { randomToken } from '../../platform/secret.ts'
import { endHoldOfThread, findProof, insertReply, type NewReply, selectReplies, selectTexts } from './queue.sql.ts'

/** Pixels; enough to read a page of a bank statement. */
const longestSide = 3000

export type ReplyCommand = {
  readonly client: CurrentClient
  readonly ip: string
  readonly body: { readonly text: string }
  readonly images: { readonly proof?: Buffer }
}

/** Names the thread in the audit log, where the timeline finds the case by it; `about` is a wallet request or has no page. */
type ThreadField = 'about' | 'complaintId' | 'proposalId'

/** The subject of the reply, and the rejection it answers. */
type ReplySubject = Pick<NewReply, 'thread' | 'rejection'> & { readonly field?: ThreadField }

/** Stores a reply with its photo; `reopen` checks the case, and puts a rejected one back into the queue. */
export async function saveReply(
  { files, audit }: Pick<AppContext, 'files' | 'audit'>,
  { client, ip, body: { text }, images: { proof } }: ReplyCommand,
  reopen: (tx: Tx) => Promise<ReplySubject>,
): Promise<void> {
  if (text === '' && !proof) throw new AppError(replyErrors.empty)
  const newFiles = proof
    ? [
        {
          name: `reply/${randomToken()}`,
          bytes: await redrawImage(proof, { longest: longestSide }),
          ownerId: client.id,
        },
      ]
    : []
  await files.add(newFiles, async (tx) => {
    const { field = 'about', ...subject } = await reopen(tx)
    const id = newId()
    await endHoldOfThread(tx, client.id, subject.thread)
    await insertReply(tx, { id, clientId: client.id, text, fileKey: newFiles[0]?.name ?? null, ...subject })
    await audit(tx, {
      by: { client, ip },
      action: 'reply.send',
      subjectId: client.id,
      ...(subject.rejection && { before: { reason: subject.rejection.reason } }),
      after: { replyId: id, [field]: subject.thread, hasProof: newFiles.length > 0 },
    })
  })
}

type Evidence = Pick<NewReply, 'id' | 'clientId' | 'thread'> & { readonly fileKey: string }

/** A document of the client that an operator received; stored, exported and erased as one they sent. */
export const saveEvidence = (tx: Tx, evidence: Evidence) => insertReply(tx, { ...evidence, text: '', rejection: null })

/** With the photo's name in the store, which no response contains. */
export type CaseReply = Awaited<ReturnType<typeof replyRows>>[number]

export const replyRows = (sql: Sql, clientId: string, ...threads: string[]) =>
  selectReplies(sql, clientId, threads, replyRules.shown)

export const replyOf = (row: CaseReply): Reply => ({
  _id: row.id,
  text: row.text,
  hasProof: row.file_key !== null,
  createdAt: row.created_at.toISOString(),
  ...(row.reason !== null && { reason: row.reason }),
})

export const repliesOf = async (sql: Sql, clientId: string, thread: string): Promise<Reply[]> =>
  (await replyRows(sql, clientId, thread)).map(replyOf)

/** The texts of replies by their ids. */
export const replyTexts = async (sql: Sql, clientId: string, ids: readonly string[]): Promise<Map<string, string>> =>
  new Map((ids.length === 0 ? [] : await selectTexts(sql, clientId, ids)).map(({ id, text }) => [id, text]))

type ProofView = {
  readonly operator: CurrentOperator
  readonly ip: string
  readonly reply: { readonly id: string; readonly clientId: string; readonly thread: string }
  readonly field?: ThreadField
}

/** Audited before the photo is sent. */
export async function viewProof(
  { db, files }: Pick<AppContext, 'db' | 'files'>,
  { operator, ip, reply, field = 'about' }: ProofView,
): Promise<Image> {
  const row = await findProof(db, reply)
  const bytes = row && (await files.get(row.file_key, { ownerId: reply.clientId, dataKey: row.data_key }))
  if (!bytes) throw new AppError(commonErrors.notFound)
  const after = { replyId: reply.id, [field]: reply.thread }
  await db.transaction((tx) =>
    auditView(tx, { by: { operator, ip }, action: 'reply.view', subjectId: reply.clientId, after }),
  )
  return { bytes, type: 'image/jpeg' }
}
