import type { Body } from '@sauda/contract/platform/call'
import { formatCount } from '@sauda/contract/platform/decimal'
import { AppError } from '@sauda/contract/platform/error'
import { listText } from '@sauda/contract/platform/sentence'
import {
  type ChangedPlan,
  clientCodesIn,
  tradeChargeCalls,
  tradeChargeErrors,
} from '@sauda/contract/trading/trade-charge'
import type { AppContext } from '../../app/app-context.ts'
import { changeEvidence } from '../../core/approval/file-proposal.ts'
import { changeOrPropose, type ProposalHandlers } from '../../core/approval/proposal.ts'
import { clientShown } from '../../core/approval/review.ts'
import type { ByOperator } from '../../core/audit/audit.ts'
import type { Sql, Tx } from '../../platform/db.ts'
import { dateText } from '../../platform/india.ts'
import type { RequestInput } from '../../platform/mount.ts'
import { daysEvidence, keptText, replyOf, requirePlan, storeAssignment } from './trade-charge.ts'
import { clientsByCode, termsOfClients } from './trade-charge.sql.ts'

type AssignBody = Body<typeof tradeChargeCalls.assignPlans>

/** The clients whose plan changes. Throws an AppError that names codes without a client, or a plan that does not exist. */
async function changesOf(sql: Sql, { clients, plan, from }: AssignBody) {
  await requirePlan(sql, { plan, from })
  const codes = clientCodesIn(clients)
  const found = await clientsByCode(sql, codes)
  const known = new Set(found.map(({ code }) => code))
  const unknown = codes.filter((code) => !known.has(code))
  if (unknown.length > 0) throw new AppError(tradeChargeErrors.unknownClients(listText(unknown, 20)))
  const byId = new Map(found.map((client) => [client.clientId, client]))
  const terms = await termsOfClients(sql, [...byId.keys()], from)
  const planOf = new Map(terms.map((each) => [each.id, each.plan]))
  const all = [...byId.values()].map(({ clientId, clientName, saudaId }): ChangedPlan => {
    const before = planOf.get(clientId)
    return { clientId, clientName, saudaId, ...(before != null && { before }) }
  })
  const changed = all
    .filter(({ before }) => before !== plan)
    .toSorted((one, other) => one.saudaId.localeCompare(other.saudaId))
  return { clients: changed, unchanged: all.length - changed.length }
}

/** Changes nothing. */
async function previewPlans(sql: Sql, body: AssignBody) {
  const kept = await keptText(sql, { from: body.from })
  return { ...(await changesOf(sql, body)), ...(kept !== undefined && { kept }) }
}

const summaryOf = (count: number, { plan, from }: Pick<AssignBody, 'plan' | 'from'>): string =>
  `Brokerage plan of ${count === 1 ? '1 client' : `${formatCount(count)} clients`}: ${plan} for trade days from ${dateText(from)}`

async function assignPlans(
  context: AppContext,
  tx: Tx,
  { body, ...by }: RequestInput<typeof tradeChargeCalls.assignPlans>,
) {
  const { clients } = await changesOf(tx, body)
  if (clients.length === 0) throw new AppError(tradeChargeErrors.unchanged)
  const { plan, from } = body
  const payload = { plan, from, clients: clients.map(({ saudaId }) => saudaId) }
  const summary = summaryOf(clients.length, body)
  const change = { kind: 'brokerage-plan.assign-several' as const, payload, summary, ...by }
  const result = await changeOrPropose(context, tx, change, () => storeAll(context, tx, by, body))
  return replyOf(tx, result, 'Plans assigned', body)
}

async function storeAll(context: AppContext, tx: Tx, by: ByOperator, body: AssignBody): Promise<void> {
  const { plan, from } = body
  const { clients } = await changesOf(tx, body)
  if (clients.length === 0) throw new AppError(tradeChargeErrors.unchanged)
  for (const { clientId } of clients) await storeAssignment(context, tx, by, { clientId, plan, from })
}

type Stored = { readonly clients: readonly string[]; readonly plan: string; readonly from: string }
const bodyOf = ({ clients, ...of }: Stored): AssignBody => ({ ...of, clients: clients.join('\n') })

export function assignRoutes(context: AppContext) {
  const { mount, mountCommand, db } = context
  mount(tradeChargeCalls.previewPlans, ({ body }) => previewPlans(db, body))
  mountCommand(tradeChargeCalls.assignPlans, (tx, given) => assignPlans(context, tx, given))
}

export const assignProposals = (context: AppContext): ProposalHandlers<'brokerage-plan.assign-several'> => ({
  'brokerage-plan.assign-several': {
    carryOut: (tx, payload, by) => storeAll(context, tx, by, tradeChargeCalls.assignPlans.body.parse(bodyOf(payload))),
    async describe(tx, payload) {
      const { clients } = await changesOf(tx, bodyOf(payload))
      const rows = clients.map((client) => [
        clientShown(client),
        { text: client.before ?? '–' },
        { text: payload.plan },
      ])
      const columns = ['Client', 'Plan until now', 'Plan afterwards']
      const table = { title: 'Clients whose plan changes', columns, rows }
      const days = await daysEvidence(tx, `${dateText(payload.from)} and later`, payload)
      return { evidence: [days, ...changeEvidence({ changes: [], tables: [table] })] }
    },
  },
})
