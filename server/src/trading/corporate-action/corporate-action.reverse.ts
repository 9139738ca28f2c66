import type { RequestInput } from '../../platform/mount.ts'
import { actionErrors, type corporateActionCalls } from '@sauda/contract/trading/corporate-action'
import { ratioText } from '@sauda/contract/trading/corporate-action-name'
import { nameOf } from '@sauda/contract/core/name'
import type { Payload } from '@sauda/contract/core/proposal'
import { AppError, conflict } from '@sauda/contract/platform/error'
import { listText } from '@sauda/contract/platform/sentence'
import { tableEvidence } from '../../core/approval/file-proposal.ts'
import { ownObstacle } from '../../core/approval/own-account.ts'
import { type Executor, type ProposalHandlers, proposeUnlessWaived, secondOf } from '../../core/approval/proposal.ts'
import { clientShown, factsOf } from '../../core/approval/review.ts'
import { recordByOperator } from '../../core/audit/audit.ts'
import { insertNotifications } from '../../core/notice/notice.sql.ts'
import { lock } from '../../platform/advisory-lock.sql.ts'
import { requireRow, type Tx } from '../../platform/db.ts'
import { dateText } from '../../platform/india.ts'
import { newId } from '../../platform/id.ts'
import type { ChangedByAction } from '../contract/contract.undo.sql.ts'
import { requireNoneInProgress, requireUndoable, undoSales } from './corporate-action.again.ts'
import { againText } from './corporate-action.prepare.ts'
import { type ActionContext, requireOthers, unpayFractions } from './corporate-action.pay.ts'
import { undoAllotment } from './corporate-action.rights.ts'
import {
  actionAfter,
  type ActionRow,
  changedSince,
  type ClientOfAction,
  forgetSuccessor,
  holdersOf,
  lockAction,
  markReversed,
  restoreLots,
  selectLots,
} from './corporate-action.sql.ts'
import { changeOf } from './corporate-action.terms.ts'
import { adjustAlerts } from './price.sql.ts'

/** The reversal of a corporate action: every lot is as before it. */

const nameOfAction = (row: ActionRow): string =>
  `${nameOf('action', row.number)}, ${ratioText(row)} of ${row.stock} on ${dateText(row.ex_date)}`

/** Those whose lots it changed; of a dividend, which changes none, those who are entitled to it. */
async function clientsOf(tx: Tx, row: ActionRow): Promise<ClientOfAction[]> {
  if (row.kind !== 'dividend') return holdersOf(tx, row.id)
  const lots = await selectLots(tx, { stock: row.stock, exDate: row.ex_date }, true)
  return [...new Map(lots.map((lot) => [lot.client_id, lot])).values()].map(
    ({ client_id: clientId, client_name: clientName, sauda_id: saudaId }) => ({ clientId, clientName, saudaId }),
  )
}

/** What exchange files sold of it is booked again. */
const changedBy = (row: ActionRow, holders: readonly ClientOfAction[]): ChangedByAction => ({
  clientIds: row.kind === 'dividend' ? [] : holders.map(({ clientId }) => clientId),
  stocks: stocksOf(row),
  exDate: row.ex_date,
  actionId: row.id,
  replaces: false,
})

const stocksOf = ({ stock, other_stock: other }: ActionRow) => (other === null ? [stock] : [stock, other])

/** Throws where dealers sold shares that the action gave, or another action replaced them. */
async function requireReversible(tx: Tx, id: string): Promise<ActionRow> {
  const row = await requireRow(lockAction(tx, id))
  if (row.reversed_at !== null) throw new AppError(actionErrors.reversed)
  if (await actionAfter(tx, stocksOf(row), row.ex_date, id)) throw new AppError(actionErrors.laterAction)
  const changed = await changedSince(tx, id)
  if (changed.length > 0)
    throw new AppError(
      conflict(
        `Shares that the action gave were sold since: ${listText(changed.map((each) => `${each.name ?? 'a sale'} (${each.sauda_id})`))}. ${row.kind === 'tender' ? 'Book a buyback without a list instead: it ends the tender.' : 'Reverse these sales first.'}`,
      ),
    )
  return row
}

export async function requestReverse(
  context: ActionContext,
  tx: Tx,
  { params: { actionId }, body: { reason }, operator, ip }: RequestInput<typeof corporateActionCalls.reverse>,
) {
  const row = await requireReversible(tx, actionId)
  const summary = `Reverse ${nameOfAction(row)}: ${reason}`
  const holders = await clientsOf(tx, row)
  await requireOthers(context, tx, { operator, ip }, holders, summary)
  await requireUndoable(tx, changedBy(row, holders))
  const payload = { actionId, reason }
  const reasons = ['The reversal of a corporate action always needs a second operator']
  const change = { kind: 'corporate-action.reverse' as const, payload, summary, reasons, operator, ip }
  const by = { operator, ip, requestedBy: operator.id }
  const result = await proposeUnlessWaived(context, tx, change, () => reverse(context, tx, payload, by))
  return { message: 'done' in result ? 'Corporate action reversed' : 'Approval requested', ...secondOf(result) }
}

async function reverse(
  context: ActionContext,
  tx: Tx,
  { actionId, reason }: Payload<'corporate-action.reverse'>,
  by: Executor,
) {
  await lock(tx, 'tradeFiles')
  await requireNoneInProgress(tx)
  const row = await requireReversible(tx, actionId)
  const holders = await clientsOf(tx, row)
  const summary = nameOfAction(row)
  await requireOthers(context, tx, by, holders, summary)
  const changed = changedBy(row, holders)
  const contracts = await requireUndoable(tx, changed)
  const again = { ...changed, contracts, reason: `Booked again after the reversal of ${summary}` }
  await undoSales(context, tx, by, again)
  const isAllotment = row.kind === 'allotment'
  if (!isAllotment) await unpayFractions(context, tx, row, { ...by, reason })
  await restoreLots(tx, actionId)
  if (isAllotment) await undoAllotment(context, tx, row, { ...by, reason })
  await forgetSuccessor(tx, actionId)
  const change = changeOf(row)
  if (change) await adjustAlerts(tx, row.stock, { before: change.after, after: change.before })
  await markReversed(tx, actionId, reason, by.operator.id)
  const after = { action: nameOf('action', row.number), reason, clients: holders.length }
  await recordByOperator(context, tx, by, {
    action: 'corporate-action.reverse',
    subjectId: actionId,
    after,
    topic: 'trade',
  })
  const effect = row.kind === 'dividend' ? 'our notice of it does not count' : 'your holding is as before it'
  const text = `The ${ratioText(row)} of ${row.stock} on ${dateText(row.ex_date)} was reversed: ${effect}`
  await insertNotifications(
    tx,
    holders.map(({ clientId }) => ({ id: newId(), clientId, text })),
  )
}

export const reverseProposals = (context: ActionContext): ProposalHandlers<'corporate-action.reverse'> => ({
  'corporate-action.reverse': {
    carryOut: (tx, payload, by) => reverse(context, tx, payload, by),
    describe: async (tx, { actionId }, operator) => {
      const row = await requireReversible(tx, actionId)
      const holders = await clientsOf(tx, row)
      const again = againText({ again: await requireUndoable(tx, changedBy(row, holders)) })
      const facts = factsOf({ 'Trade days that are booked again': again ?? 'None' })
      return {
        ...(await ownObstacle(context, tx, operator, holders)),
        evidence: [
          { type: 'facts' as const, id: `again ${again}`, title: 'Sales since the ex-date', facts },
          tableEvidence({
            title:
              row.kind === 'dividend'
                ? `Clients who are told that the ${ratioText(row)} was reversed`
                : `Clients whose holding is as before the ${ratioText(row)}`,
            columns: ['Client'],
            rows: holders.map((client) => [clientShown(client)]),
          }),
        ],
      }
    },
    committed: context.pricesChanged,
  },
})
