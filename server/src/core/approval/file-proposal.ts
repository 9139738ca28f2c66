import { approvalErrors, type WaitingFile } from '@sauda/contract/core/approval'
import type { Topic } from '@sauda/contract/platform/call'
import { formatCount } from '@sauda/contract/platform/decimal'
import { AppError } from '@sauda/contract/platform/error'
import { formatRupees, rupeesOf } from '@sauda/contract/platform/money'
import type { Evidence, Shown } from '@sauda/contract/core/proposal-review'
import { type AdvisoryLock, lock } from '../../platform/advisory-lock.sql.ts'
import { type Db, requireRow, rolledBack, type Sql, type Tx, undone } from '../../platform/db.ts'
import { sha256 } from '../../platform/secret.ts'
import type { SentCsv } from '../../platform/upload.ts'
import { type ByOperator, recordByOperator } from '../audit/audit.ts'
import { type FileInput, importOnce } from '../idempotency/idempotency.ts'
import type { ApprovalContext } from './approval.policy.ts'
import { ownObstacle, requireOthersAccount } from './own-account.ts'
import {
  type Decider,
  findPendingAbout,
  pendingProposals,
  type ProposalHandler,
  secondOf,
  tryOrPropose,
} from './proposal.ts'
import { findSentFile, insertSentFile } from '../sent-file/sent-file.sql.ts'
import { clientShown, factsOf, sampleOf } from './review.ts'
import { isSingle } from './waive.ts'

// A file from outside counts at once where it agrees with our own figures. Otherwise it becomes a proposal: a second operator, who did
// not send it, sees what it changes for each client (settled, section 15).

/** One figure of one client, in paise. */
export type ClientChange = {
  readonly clientId: string
  readonly clientName: string
  readonly saudaId: string
  /** Such as `STT`. */
  readonly figure: string
  readonly before: bigint
  readonly after: bigint
}

/** Something else that the second operator sees, such as the prices that contradict. */
export type FileTable = {
  readonly title: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly (Shown | string)[])[]
}

/** `after` besides the name and the hash of the file. */
type Audited = { readonly action: string; readonly subjectId?: string; readonly after: object; readonly topic: Topic }

export type CountedFile<Reading> = {
  readonly reading: Reading
  readonly summary: string
  /** Where the file does not agree with our own figures, in whole sentences; none if one operator is enough. */
  readonly reasons: readonly string[]
  readonly changes: readonly ClientChange[]
  readonly tables?: readonly FileTable[]
  readonly audited: Audited
  /** What else is done once the file counts, such as requests that follow from it; the reply gets what it returns. */
  readonly onceCounted?: (() => Promise<Partial<Reading>>) | undefined
}

/** `importedBy` and `approvedBy` are ids of operators; `approvedBy` is null for a file that needs no second operator. */
export type FileToCount<Content> = {
  readonly csv: SentCsv
  readonly content: Content
  readonly importedBy: string
  readonly approvedBy: string | null
} & Pick<Decider, 'operator' | 'ip'>

/** The kinds of proposal about a file, whose bytes are stored under their hash. */
export type FileKind =
  | 'levy-file.count'
  | 'price-file.count'
  | 'security-file.count'
  | 'clearing-file.count'
  | 'stt-list.count'
  | 'calendar-list.count'
  | 'holding-file.count'
  | 'fair-value.count'
type FilePayload = { readonly name: string; readonly sha256: string }

/** How files of one format are read, and what follows from them. */
export type FileFormat<Content, Reading extends object> = {
  readonly kind: FileKind
  /** Held while a file of the format is compared with our own figures, one at a time. */
  readonly lock: AdvisoryLock
  /** Throws an AppError that names the line. `about`: the fields of a waiting file. */
  readonly read: (file: SentCsv, about?: object) => Promise<Content>
  /** Fields of the proposal besides the name and the hash. */
  readonly about?: (content: Content) => object
  /** Writes everything that follows from the file; the caller undoes it where a second operator must decide first. */
  readonly count: (tx: Tx, file: FileToCount<Content>) => Promise<CountedFile<Reading>>
  /** Writes the part of a waiting file that needs no second operator. */
  readonly countPart?: (tx: Tx, file: FileToCount<Content>) => Promise<{ readonly audited: Audited }>
  /** Called once the transaction in which a file counted is committed. */
  readonly committed?: () => Promise<unknown>
}

type FileContext = ApprovalContext & { readonly db: Db }

/** What sending the file would do: the import, rolled back. `secondReasons`: why it would wait for a second operator. */
export async function previewFile<Content, Reading extends object>(
  context: FileContext,
  { lock: lockName, read, count }: FileFormat<Content, Reading>,
  { csv, operator, ip }: Pick<FileInput, 'csv'> & Decider,
): Promise<Reading & { secondReasons?: string[] }> {
  const file = { csv, content: await read(csv), importedBy: operator.id, approvedBy: null, operator, ip }
  const { reading, reasons } = await rolledBack(context.db, async (tx) => {
    await lock(tx, lockName)
    return count(tx, file)
  })
  return { ...reading, ...(reasons.length > 0 && !isSingle(context) && { secondReasons: [...reasons] }) }
}

/** Imports a file or, where it does not agree with our own figures, records it as a proposal. */
export async function sendFile<Content, Reading extends object>(
  context: FileContext,
  { kind, lock: lockName, read, about, count, countPart, committed }: FileFormat<Content, Reading>,
  given: FileInput & Decider,
): Promise<Reading & ReturnType<typeof secondOf>> {
  const { csv, operator, ip } = given
  const by = { operator, ip }
  const file = { csv, content: await read(csv), importedBy: operator.id, approvedBy: null, ...by }
  const reply = await importOnce(context.db, given, async (tx) => {
    await lock(tx, lockName)
    const payload = { name: csv.name, sha256: csv.sha256.toString('hex'), ...about?.(file.content) }
    const waiting = await findPendingAbout(tx, [kind], { sha256: payload.sha256 })
    if (waiting) throw new AppError(approvalErrors.fileWaiting)
    let counted: CountedFile<Reading> | undefined
    const result = await tryOrPropose(context, tx, { kind, payload, ...by }, async () => {
      counted = await count(tx, file)
      const { summary, reasons } = counted
      await requireOthersChanged(context, tx, by, counted)
      return { summary, reasons, result: counted }
    })
    if (!counted) throw new Error('The file was not counted')
    if ('proposal' in result) {
      await insertSentFile(tx, csv)
      if (countPart) await record(context, tx, by, { ...(await countPart(tx, file)), csv })
    } else await record(context, tx, by, { ...counted, csv })
    const followed = 'done' in result ? await counted.onceCounted?.() : undefined
    return { ...counted.reading, ...followed, ...secondOf(result) }
  })
  await committed?.()
  return reply
}

/** The second operator's side of the same format. */
export function fileProposal<Content, Reading extends object>(
  context: FileContext,
  { lock: lockName, read, count, committed }: FileFormat<Content, Reading>,
): ProposalHandler<FileKind> {
  const countAgain = async (
    tx: Tx,
    { name, sha256: hash, ...about }: FilePayload,
    by: Decider & { readonly requestedBy: string },
  ) => {
    const csv = await storedFile(tx, { name, sha256: hash })
    // Read before the lock, because reading a large file takes seconds for which nobody else should wait.
    const content = await read(csv, about)
    await lock(tx, lockName)
    const { operator, ip, requestedBy: importedBy } = by
    return { csv, ...(await count(tx, { csv, content, importedBy, approvedBy: operator.id, operator, ip })) }
  }
  return {
    async carryOut(tx, payload, by) {
      const counted = await countAgain(tx, payload, by)
      await requireOthersChanged(context, tx, by, counted)
      await record(context, tx, by, counted)
      await counted.onceCounted?.()
    },
    describe: (tx, payload, operator) =>
      undone(tx, async () => {
        const counted = await countAgain(tx, payload, { operator, requestedBy: operator.id, ip: '' })
        const own = await ownObstacle(context, tx, operator, counted.changes)
        return { effects: totalsOf(counted.changes), evidence: evidenceOf(counted), ...own }
      }),
    ...(committed && { committed }),
  }
}

/** The files of a format that wait for a second operator, oldest first. */
export const waitingFiles = (sql: Sql, kind: FileKind): Promise<WaitingFile[]> => pendingProposals(sql, [kind])

/** What changes the operator's own client account is requested and approved by others. */
export const requireOthersChanged = (
  context: ApprovalContext,
  tx: Tx,
  by: ByOperator,
  { summary, changes }: Pick<CountedFile<unknown>, 'summary' | 'changes'>,
) =>
  requireOthersAccount(context, tx, by, { clientIds: [...new Set(changes.map(({ clientId }) => clientId))], summary })

const record = (
  context: FileContext,
  tx: Tx,
  by: ByOperator,
  {
    audited,
    csv: { name, sha256: hash },
  }: { readonly audited: Audited; readonly csv: Pick<SentCsv, 'name' | 'sha256'> },
) =>
  recordByOperator(context, tx, by, {
    ...audited,
    after: { fileName: name, sha256: hash.toString('hex'), ...audited.after },
  })

async function storedFile(tx: Tx, { name, sha256: hash }: FilePayload): Promise<SentCsv> {
  const { content: bytes } = await requireRow(findSentFile(tx, hash))
  return { name, bytes, sha256: sha256(bytes) }
}

const changeOf = ({ before, after }: ClientChange): bigint => after - before

/** The sum of each figure over all clients. */
export const totalsOf = (changes: readonly ClientChange[]) =>
  [...Map.groupBy(changes, ({ figure }) => figure)].map(([figure, own]) => ({
    account: { text: `${figure} of ${formatCount(own.length)} ${own.length === 1 ? 'client' : 'clients'}` },
    amount: rupeesOf(own.reduce((sum, change) => sum + changeOf(change), 0n)),
  }))

const sizeOf = (change: ClientChange): bigint => (changeOf(change) < 0n ? -changeOf(change) : changeOf(change))

type Changes = Pick<CountedFile<unknown>, 'changes' | 'tables'>

/** Each client's change, the largest first. The ids change with it. */
export function changeEvidence({ changes, tables }: Changes): Evidence[] {
  const ordered = changes.toSorted((one, other) => (sizeOf(one) < sizeOf(other) ? 1 : -1))
  const cells = ordered.map((change) => [
    clientShown(change),
    change.figure,
    formatRupees(change.before),
    formatRupees(change.after),
    formatRupees(changeOf(change)),
  ])
  const ofClients = { title: 'What changes for clients', columns: changeColumns, rows: cells }
  // A format without tables of its own is about money of clients: then an empty table says that no client is concerned.
  const shown = tables ? [...tables, ofClients].filter(({ rows }) => rows.length > 0) : [ofClients]
  return shown.map(tableEvidence)
}

/** The id changes with the rows. */
export const tableEvidence = ({ title, columns, rows }: FileTable): Evidence => ({
  type: 'table',
  id: `table ${digestOf([title, rows])}`,
  title,
  columns: [...columns],
  ...sampleOf(
    rows.map((row) => row.map((shown) => (typeof shown === 'string' ? { text: shown } : shown))),
    50,
  ),
})

/** What contradicts our own figures, and what changes. */
const evidenceOf = ({ reasons, ...seen }: Changes & Pick<CountedFile<unknown>, 'reasons'>): Evidence[] => [
  {
    type: 'facts',
    id: `reasons ${digestOf(reasons)}`,
    title: 'Where the file differs from our figures',
    facts: factsOf(
      Object.fromEntries(reasons.map((reason, at) => [String(at + 1), { text: reason, warns: true as const }])),
    ),
  },
  ...changeEvidence(seen),
]

const changeColumns = ['Client', 'Figure', 'Before', 'After', 'Change']

const digestOf = (value: unknown): string => sha256(JSON.stringify(value)).toString('base64url')
