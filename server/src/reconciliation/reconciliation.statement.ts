import { createHash } from 'node:crypto'
import {
  bankStatementErrors,
  bankStatementRules,
  bookedStill,
  type Contradiction,
} from '@sauda/contract/bank-statement'
import { AppError } from '@sauda/contract/error'
import { formatRupees, rupeesOf } from '@sauda/contract/money'
import type { Payload } from '@sauda/contract/proposal'
import { addressOf } from '@sauda/contract/proposal-field'
import type { ReconciliationContext } from '../app-context.ts'
import {
  type ProposalHandler,
  type ProposalHandlers,
  runOrPropose,
  requireSecondOperator,
  waiting,
} from '../approval/proposal.ts'
import { factsOf, sampleOf } from '../approval/review.ts'
import { operatorActor } from '../audit/audit.ts'
import { removeLink } from '../ledger/bank-link.sql.ts'
import { acceptContinuing } from '../ledger/bank-statement.ts'
import { requireRow, type Sql, type Tx } from '../platform/db.ts'
import { newId } from '../platform/id.ts'
import { dateText } from '../platform/india.ts'
import type { CurrentOperator } from '../platform/mount.ts'
import { insertMissing } from './reconciliation.import.sql.ts'
import { lockMatching } from './reconciliation.match.sql.ts'
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
  pendingStatementDecision,
  resolveContradictions,
  type StatementRow,
  withdrawLines,
} from './reconciliation.statement.sql.ts'

// Later statements that contradict earlier ones, and statements that are withdrawn: always by two operators.

export async function contradictions(sql: Sql): Promise<{ contradictions: Contradiction[] }> {
  const rows = await openContradictions(sql, null, bankStatementRules.changes)
  const ids = [...new Set(rows.map(({ statementId }) => statementId))]
  return {
    contradictions: await Promise.all(
      ids.map(async (statementId) => {
        const own = rows.filter((row) => row.statementId === statementId)
        const { fileName = '', importedBy = '', bankAccount = '' } = { ...own[0] }
        const pending = await pendingStatementDecision(sql, statementId)
        const named = { statementId, fileName, importedBy, bankAccountName: bankAccount }
        return { ...named, entries: own.map(entryOf), ...(pending && { requestedBy: pending.by }) }
      }),
    ),
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
type Caller = { readonly operator: CurrentOperator; readonly ip: string }
type Command = Caller & { readonly statementId: string; readonly reason: string }

/** Asks a second operator, who sees each entry concerned. */
export async function decideStatement(
  context: ReconciliationContext,
  tx: Tx,
  verb: Verb,
  { statementId, reason, operator, ip }: Command,
) {
  const statement = await requireRow(lockStatement(tx, statementId))
  if (await pendingStatementDecision(tx, statementId)) throw new AppError(bankStatementErrors.requested)
  const payload = await decisionOf(tx, verb, statement, reason)
  const run = async () => {
    await carryOut(context, tx, verb, payload, { operator, ip })
    const reasons = [`${titles[verb]} always needs a second operator`]
    const summary = summaryOf(verb, statement, payload)
    await requireSecondOperator(context, tx, { operator, ip }, { clientId: null, summary, reasons })
  }
  const result = await runOrPropose(context, tx, { kind: `statement.${verb}`, payload, operator, ip }, run)
  return 'done' in result ? {} : waiting(result.proposal)
}

const titles: Record<Verb, string> = {
  correct: 'A corrected statement',
  explain: 'Closing a contradiction between statements',
  withdraw: 'The withdrawal of a statement',
}

/** What a second operator has approved. */
export const statementProposals = (
  context: ReconciliationContext,
): ProposalHandlers<'statement.correct' | 'statement.explain' | 'statement.withdraw'> => ({
  'statement.correct': statementProposal(context, 'correct'),
  'statement.explain': statementProposal(context, 'explain'),
  'statement.withdraw': statementProposal(context, 'withdraw'),
})

const statementProposal = (context: ReconciliationContext, verb: Verb): ProposalHandler<'statement.correct'> => ({
  carryOut: (tx, payload, by) => carryOut(context, tx, verb, payload, by),
  async describe(tx, { statementId, entries: stored }) {
    const statement = await requireRow(lockStatement(tx, statementId))
    const entries = await entriesOf(tx, verb, statement)
    if (hashOf(entries) !== stored) throw new AppError(bankStatementErrors.changed)
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
        { type: 'table', id: stored, title: titles[verb], columns, ...sampleOf(rows) },
      ],
    }
  },
})

type Entry = {
  readonly lineId: string
  readonly text: string
  readonly amount: bigint
  readonly before: string
  readonly after: string
  readonly approved?: string
}

/** Throws if there is nothing to decide. */
async function entriesOf(tx: Tx, verb: Verb, { id, isWithdrawn }: StatementRow): Promise<Entry[]> {
  if (isWithdrawn) throw new AppError(bankStatementErrors.withdrawn)
  if (verb === 'withdraw') return (await linesOfStatement(tx, id)).map(withdrawnEntry)
  const rows = await openContradictions(tx, id, bankStatementRules.changes)
  if (rows.length === 0) throw new AppError(bankStatementErrors.noContradiction)
  return rows.map((row) => changedEntry(verb, row))
}

/** Without the entries themselves, of which a statement may have thousands. */
async function decisionOf(tx: Tx, verb: Verb, statement: StatementRow, reason: string): Promise<Decision> {
  const entries = await entriesOf(tx, verb, statement)
  const { id: statementId, bankAccountId } = statement
  return { statementId, bankAccountId, reason, count: entries.length, entries: hashOf(entries) }
}

const hashOf = (entries: readonly Entry[]): string =>
  createHash('sha256')
    .update(JSON.stringify(entries.map((entry) => ({ ...entry, amount: String(entry.amount) }))))
    .digest('hex')

const withdrawnEntry = (line: Awaited<ReturnType<typeof linesOfStatement>>[number]): Entry => ({
  lineId: line.id,
  text: line.text,
  amount: line.amount,
  before: line.direction === 'credit' ? 'Received' : 'Paid out',
  after: 'Withdrawn',
  ...(line.request !== null && { approved: `${line.request} of ${line.client}` }),
})

const changedEntry = (verb: Verb, row: ContradictionRow): Entry => ({
  lineId: row.lineId,
  text: row.text,
  amount: row.amount,
  before: `In ${row.earlierFile}, imported by ${row.earlierImporter}${row.before === null ? '' : `, balance ${formatRupees(row.before)}`}`,
  after: `${verb === 'explain' ? 'Stays; ' : ''}${row.after === null ? `not in ${row.fileName}` : `balance ${formatRupees(row.after)}`}`,
  ...(row.request !== null && { approved: `${row.request} of ${row.client}, by ${row.approvedBy ?? 'the import'}` }),
})

function summaryOf(verb: Verb, { fileName, bankAccount }: StatementRow, { count: number, reason }: Decision): string {
  const count = `${number} ${number === 1 ? 'entry' : 'entries'}`
  if (verb === 'withdraw') return `Withdraw ${fileName} of ${bankAccount} with ${count}: ${reason}`
  const verbText = verb === 'correct' ? 'Correct' : 'Keep'
  return `${verbText} ${count} of ${bankAccount} that ${fileName} contradicts: ${reason}`
}

async function carryOut(
  context: ReconciliationContext,
  tx: Tx,
  verb: Verb,
  stored: Decision,
  { operator, ip }: Caller,
): Promise<void> {
  const { statementId, reason, bankAccountId } = stored
  await lockMatching(tx)
  const statement = await requireRow(lockStatement(tx, statementId))
  if ((await decisionOf(tx, verb, statement, reason)).entries !== stored.entries)
    throw new AppError(bankStatementErrors.changed)
  if (verb === 'withdraw') {
    await removeLines(tx, await linesOfStatement(tx, statementId), { ...stored, operatorId: operator.id })
    await markWithdrawn(tx, statementId, operator.id, reason)
  } else {
    const absent = (await openContradictions(tx, statementId, bankStatementRules.changes)).filter(
      ({ kind }) => kind === 'absent',
    )
    const resolution = verb === 'correct' ? 'corrected' : 'explained'
    await resolveContradictions(tx, { statementId, resolution, operatorId: operator.id, reason })
    if (verb === 'correct') {
      const gone = absent.map(({ lineId: id }) => ({ id }))
      await removeLines(tx, gone, { ...stored, operatorId: operator.id })
      await correctBalances(tx, statementId)
    }
  }
  await acceptContinuing(tx, bankAccountId)
  await context.audit(tx, {
    actor: operatorActor(operator),
    action: `reconciliation.statement-${verb}`,
    subjectId: bankAccountId,
    after: { ...stored, file: statement.fileName },
    ip,
  })
  await context.notifyScreens(tx, 'desk', 'reconciliation')
}

/** They count nowhere from then on; payments that they explained are missing in the statements. */
async function removeLines(
  tx: Tx,
  lines: readonly { readonly id: string }[],
  { operatorId, reason, bankAccountId }: Pick<Decision, 'reason' | 'bankAccountId'> & { readonly operatorId: string },
): Promise<void> {
  const ids = lines.map(({ id }) => id)
  const booked = await bookedLines(tx, ids, 5)
  if (booked.length > 0)
    throw new AppError(bookedStill(booked.map(({ text, amount }) => `${text} ${formatRupees(amount)}`).join(', ')))
  await endContradictions(tx, ids, operatorId, reason)
  const links = await linksOfLines(tx, ids)
  for (const { id } of links) await removeLink(tx, { id, operatorId, reason })
  await withdrawLines(tx, ids, operatorId)
  const payments = links.flatMap(({ paymentId }) => paymentId ?? [])
  if (payments.length > 0)
    await insertMissing(
      tx,
      bankAccountId,
      payments.map((paymentId) => ({ id: newId(), paymentId })),
    )
}
