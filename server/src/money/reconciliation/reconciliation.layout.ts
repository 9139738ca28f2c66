import { isDeepStrictEqual } from 'node:util'
import type { Reply } from '@sauda/contract/platform/call'
import { AppError, commonErrors } from '@sauda/contract/platform/error'
import type { reconciliationCalls } from '@sauda/contract/money/reconciliation'
import { layoutRequested, type StatementLayout, statementLayout } from '@sauda/contract/money/statement-layout'
import type { AppContext } from '../../app/app-context.ts'
import {
  type Decider,
  findPendingAbout,
  type ProposalHandler,
  proposeUnlessWaived,
  secondOf,
} from '../../core/approval/proposal.ts'
import { factsOf } from '../../core/approval/review.ts'
import type { Sql, Tx } from '../../platform/db.ts'
import type { RequestInput } from '../../platform/mount.ts'
import { bankAccounts, findLayouts, insertLayout, lockBankAccount } from './reconciliation.import.sql.ts'

export const layouts = async (sql: Sql) => ({ layouts: await findLayouts(sql, undefined) })

type Change = { readonly bankAccountId: string; readonly layout: StatementLayout }

/** Remembers how the statements of a bank account are read, once a second operator approves: it decides who is credited. */
export const saveLayout = (
  context: AppContext,
  { params: { bankAccountId }, body: layout, operator, ip }: RequestInput<typeof reconciliationCalls.saveLayout>,
): Promise<Reply<typeof reconciliationCalls.saveLayout>> =>
  context.db.transaction(async (tx) => {
    const change = { bankAccountId, layout }
    const [account] = await bankAccounts(tx, bankAccountId)
    if (!account) throw new AppError(commonErrors.notFound)
    await lockBankAccount(tx, bankAccountId)
    const [before] = await findLayouts(tx, bankAccountId)
    if (isDeepStrictEqual(before?.layout, layout)) return { layout }
    const pending = await findPendingAbout(tx, ['statement-layout.change'], { bankAccountId })
    if (pending) throw new AppError(layoutRequested(pending.requested_by_name))
    const columns = columnsOf(layout)
    const summary = `Read the statements of ${account.name} by these columns: ${columns.join(', ')}`.slice(0, 1000)
    const reasons = ['The columns of bank statements always need a second operator']
    const payload = { ...change, columns }
    const proposal = { kind: 'statement-layout.change' as const, payload, operator, ip, summary, reasons }
    const result = await proposeUnlessWaived(context, tx, proposal, () => store(context, tx, change, { operator, ip }))
    return { layout, ...secondOf(result) }
  })

const columnsOf = (layout: StatementLayout): string[] =>
  Object.entries(named(layout)).map(([meaning, header]) => `${meaning}: ${header}`)

export const layoutProposal = (context: AppContext): ProposalHandler<'statement-layout.change'> => ({
  async describe(tx, { bankAccountId }) {
    const [now] = await findLayouts(tx, bankAccountId)
    if (now) return { before: { columns: columnsOf(now.layout), layout: now.layout } }
    const facts = factsOf({ 'Columns until now': 'Recognised by their headings in each file' })
    return { evidence: [{ type: 'facts', id: 'first', title: 'First layout of this account', facts }] }
  },
  carryOut: (tx, { bankAccountId, layout }, by) =>
    store(context, tx, { bankAccountId, layout: statementLayout.parse(layout) }, by),
})

async function store({ audit }: AppContext, tx: Tx, change: Change, { operator, ip }: Decider): Promise<void> {
  const { bankAccountId, layout } = change
  const [before] = await findLayouts(tx, bankAccountId)
  await insertLayout(tx, { bankAccountId, layout, operatorId: operator.id })
  await audit(tx, {
    by: { operator, ip },
    action: 'reconciliation.layout',
    subjectId: bankAccountId,
    ...(before && { before: named(before.layout) }),
    after: named(layout),
  })
}

/** The headers of the chosen columns. */
function named({ header, ...places }: StatementLayout): Record<string, string> {
  return Object.fromEntries(Object.entries(places).map(([meaning, at]) => [meaning, header[at] ?? '']))
}
