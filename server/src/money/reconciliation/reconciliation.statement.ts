import {
  bankStatementErrors,
  bankStatementRules,
  bookedStill,
  type Contradiction,
} from '@sauda/contract/money/bank-statement'
import { AppError } from '@sauda/contract/platform/error'
import { formatRupees, rupeesOf } from '@sauda/contract/platform/money'
import type { Payload } from '@sauda/contract/core/proposal'
import { addressOf } from '@sauda/contract/core/proposal-field'
import type { AppContext } from '../../app/app-context.ts'
import { locked, type Plan, planHandler, propose, type Reading } from '../../core/approval/plan.ts'
import {
  type Decider,
  findPendingAbout,
  type ProposalHandler,
  type ProposalHandlers,
  secondOf,
} from '../../core/approval/proposal.ts'
import { factsOf, sampleOf } from '../../core/approval/review.ts'
import { removeLink } from '../../core/ledger/bank-link.sql.ts'
import { acceptContinuing } from '../../core/ledger/bank-statement.sql.ts'
import { requireRow, type Sql, type Tx } from '../../platform/db.ts'
import { dateText } from '../../platform/india.ts'
import { sha256 } from '../../platform/secret.ts'
import { insertMissing } from './reconciliation.import.sql.ts'
import { lockMatching } from './reconciliation.book.sql.ts'
import {
  bookedLines,
  type ContradictionRow,
  correctBalances,
  endContradictions,
  linesOfStatement,
  linksOfLines,
  lockStatement,
  markWithdrawn,
  openContradictions,
  resolveContradictions,
  statementDecisions,
  type StatementRow,
  withdrawLines,
} from './reconciliation.statement.sql.ts'

// Later statements that contradict earlier ones, and statements that are withdrawn: always by two operators.

export async function contradictions(sql: Sql): Promise<{ contradictions: Contradiction[] }> {
  const rows = await openContradictions(sql, null, bankStatementRules.changes)
  const statements = Map.groupBy(rows, ({ statementId }) => statementId).entries()
  return {
    contradictions: [...statements].map(([statementId, own]) => {
      const { fileName = '', importedBy = '', bankAccount = '', requestedBy = null } = { ...own[0] }
      const named = { statementId, fileName, importedBy, bankAccountName: bankAccount }
      return { ...named, entries: own.map(entryOf), ...(requestedBy !== null && { requestedBy }) }
    }),
  }
}

const entryOf = (row: ContradictionRow): Contradiction['entries'][number] => ({
  lineId: row.lineId,
  day: row.day,
  text: row.text,
  direction: row.direction,
  amount: rupeesOf(row.amount),
  absent: row.kind === 'absent',
  ...(row.before !== null && { before: rupeesOf(row.before) }),
  ...(row.after !== null && { after: rupeesOf(row.after) }),
  earlierFile: row.earlierFile,
  earlierImporter: row.earlierImporter,
  ...(row.request !== null && {
    approved: { name: row.request, clientName: row.client ?? '', by: row.approvedBy ?? 'the import' },
  }),
})

type Verb = 'correct' | 'explain' | 'withdraw'
type Decision = Payload<'statement.correct'>
type Command = Decider & { readonly statementId: string; readonly reason: string }

/** Proposes it to a second operator, who sees each entry concerned. */
export async function decideStatement(
  context: AppContext,
  tx: Tx,
  verb: Verb,
  { statementId, reason, operator, ip }: Command,
) {
  const statement = await requireRow(lockStatement(tx, statementId))
  if (await findPendingAbout(tx, statementDecisions, { statementId })) throw new AppError(bankStatementErrors.requested)
  const entries = await entriesOf(tx, verb, statement)
  // Without the entries themselves, of which a statement may have thousands.
  const { bankAccountId } = statement
  const payload = { statementId, bankAccountId, reason, count: entries.length, entries: hashOf(entries) }
  const plan = await decisionPlan(tx, verb, payload, operator)
  return secondOf(await propose(context, tx, { kind: `statement.${verb}` as const, payload, operator, ip }, plan))
}

const titles: Record<Verb, string> = {
  correct: 'A corrected statement',
  explain: 'Closing a contradiction between statements',
  withdraw: 'The withdrawal of a statement',
}

/** Decisions approved by a second operator. */
export const statementProposals = (
  context: AppContext,
): ProposalHandlers<'statement.correct' | 'statement.explain' | 'statement.withdraw'> => ({
  'statement.correct': statementProposal(context, 'correct'),
  'statement.explain': statementProposal(context, 'explain'),
  'statement.withdraw': statementProposal(context, 'withdraw'),
})

const statementProposal = (context: AppContext, verb: Verb): ProposalHandler<'statement.correct'> =>
  planHandler(context, (tx, payload, { operator }, reading) => {
    return decisionPlan(tx, verb, payload, operator, reading)
  })

/** Throws if the entries changed, or one that would be removed is booked. A request and a decision wait for matching under way. */
async function decisionPlan(
  tx: Tx,
  verb: Verb,
  stored: Decision,
  { id: operatorId }: { readonly id: string },
  reading: Reading = locked(tx),
): Promise<Plan> {
  const { statementId, reason, bankAccountId } = stored
  if (reading.tx) await lockMatching(tx)
  const statement = await requireRow(lockStatement(tx, statementId))
  const entries = await unchangedEntries(tx, verb, statement, stored.entries)
  const removed = entries.flatMap(({ lineId, isRemoved }) => (isRemoved ? [lineId] : []))
  const booked = await bookedLines(tx, removed, 5)
  if (booked.length > 0)
    throw new AppError(bookedStill(booked.map(({ text, amount }) => `${text} ${formatRupees(amount)}`).join(', ')))
  return {
    summary: summaryOf(verb, statement, stored),
    reasons: [`${titles[verb]} always needs a second operator`],
    review() {
      const facts = factsOf({
        'Imported by': statement.importer,
        Days: `${dateText(statement.firstOn)} to ${dateText(statement.lastOn)}`,
      })
      const rows = entries.map(({ lineId, text, amount, before, after, approved = 'Nothing' }) => [
        { text: text || 'No text', to: addressOf('line', lineId) },
        { text: formatRupees(amount) },
        { text: before },
        { text: after },
        { text: approved },
      ])
      const columns = ['Entry', 'Amount', 'Before', 'After', 'Approved on it']
      return {
        evidence: [
          { type: 'facts', id: statementId, title: 'Statement', facts },
          { type: 'table', id: stored.entries, title: titles[verb], columns, ...sampleOf(rows) },
        ],
      }
    },
    async write() {
      if (verb !== 'withdraw') {
        const resolution = verb === 'correct' ? 'corrected' : 'explained'
        await resolveContradictions(tx, { statementId, resolution, operatorId, reason })
      }
      if (verb !== 'explain') await removeLines(tx, removed, { reason, bankAccountId, operatorId })
      if (verb === 'withdraw') await markWithdrawn(tx, statementId, operatorId, reason)
      if (verb === 'correct') await correctBalances(tx, statementId)
      await acceptContinuing(tx, bankAccountId)
    },
    audit: () => ({
      action: `reconciliation.statement-${verb}`,
      subjectId: bankAccountId,
      after: { ...stored, file: statement.fileName },
    }),
    notices: [['desk', 'reconciliation']],
  }
}

type Entry = {
  readonly lineId: string
  readonly text: string
  readonly amount: bigint
  readonly before: string
  readonly after: string
  readonly approved?: string
  readonly isRemoved: boolean
}

/** Throws if there is nothing to decide. */
async function entriesOf(tx: Tx, verb: Verb, { id, isWithdrawn }: StatementRow): Promise<Entry[]> {
  if (isWithdrawn) throw new AppError(bankStatementErrors.withdrawn)
  if (verb === 'withdraw') return (await linesOfStatement(tx, id)).map(withdrawnEntry)
  const rows = await openContradictions(tx, id, bankStatementRules.changes)
  if (rows.length === 0) throw new AppError(bankStatementErrors.noContradiction)
  return rows.map((row) => changedEntry(verb, row))
}

/** The entries to decide; throws if `stored` is not their hash, because they changed since the request. */
async function unchangedEntries(tx: Tx, verb: Verb, statement: StatementRow, stored: string): Promise<Entry[]> {
  const entries = await entriesOf(tx, verb, statement)
  if (hashOf(entries) !== stored) throw new AppError(bankStatementErrors.changed)
  return entries
}

const hashOf = (entries: readonly Entry[]): string => {
  const shown = entries.map(({ lineId, text, amount, before, after, approved }) => ({
    lineId,
    text,
    amount: String(amount),
    before,
    after,
    approved,
  }))
  return sha256(JSON.stringify(shown)).toString('hex')
}

const withdrawnEntry = (line: Awaited<ReturnType<typeof linesOfStatement>>[number]): Entry => ({
  lineId: line.id,
  text: line.text,
  amount: line.amount,
  before: line.direction === 'credit' ? 'Received' : 'Paid out',
  after: 'Removed',
  isRemoved: true,
  ...(line.request !== null && { approved: `${line.request} of ${line.client}` }),
})

const changedEntry = (verb: Verb, row: ContradictionRow): Entry => ({
  lineId: row.lineId,
  text: row.text,
  amount: row.amount,
  before: `In ${row.earlierFile}, imported by ${row.earlierImporter}${row.before === null ? '' : `, balance ${formatRupees(row.before)}`}`,
  after: `${verb === 'explain' ? 'Stays; ' : ''}${row.after === null ? `not in ${row.fileName}` : `balance ${formatRupees(row.after)}`}`,
  isRemoved: verb === 'correct' && row.kind === 'absent',
  ...(row.request !== null && { approved: `${row.request} of ${row.client}, by ${row.approvedBy ?? 'the import'}` }),
})

function summaryOf(verb: Verb, { fileName, bankAccount }: StatementRow, { count: number, reason }: Decision): string {
  const count = `${number} ${number === 1 ? 'entry' : 'entries'}`
  if (verb === 'withdraw') return `Remove ${fileName} of ${bankAccount} with ${count}: ${reason}`
  const verbText = verb === 'correct' ? 'Correct' : 'Keep'
  return `${verbText} ${count} of ${bankAccount} that ${fileName} contradicts: ${reason}`
}

/** Withdraws lines: they count nowhere from then on, and the payments that they explained are missing in the statements. */
async function removeLines(
  tx: Tx,
  ids: readonly string[],
  { operatorId, reason, bankAccountId }: Pick<Decision, 'reason' | 'bankAccountId'> & { readonly operatorId: string },
): Promise<void> {
  await endContradictions(tx, ids, operatorId, reason)
  const links = await linksOfLines(tx, ids)
  for (const { id } of links) await removeLink(tx, { id, operatorId, reason })
  await withdrawLines(tx, ids, operatorId)
  const payments = links.flatMap(({ paymentId }) => paymentId ?? [])
  await insertMissing(tx, bankAccountId, payments)
}
