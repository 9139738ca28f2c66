import type { Body, Reply } from '@sauda/contract/platform/call'
import { formatCount } from '@sauda/contract/platform/decimal'
import { AppError } from '@sauda/contract/platform/error'
import { formatRupees, rupeesOf } from '@sauda/contract/platform/money'
import { type RateKey, rateKeys, rateKeyText, rateNames, rateText } from '@sauda/contract/trading/charge-rate'
import { tradeChargeCalls, tradeChargeErrors, tradeChargeRules } from '@sauda/contract/trading/trade-charge'
import type { AppContext } from '../../app/app-context.ts'
import { changeOrPropose, type ProposalHandlers, secondOf } from '../../core/approval/proposal.ts'
import { factsOf } from '../../core/approval/review.ts'
import { type ByOperator, recordByOperator } from '../../core/audit/audit.ts'
import { requireRow, type Sql, type Tx } from '../../platform/db.ts'
import { newId } from '../../platform/id.ts'
import { addDays, dateText, daysText } from '../../platform/india.ts'
import type { RequestInput } from '../../platform/mount.ts'
import {
  bookedDays,
  clientName,
  type PlanRow,
  saveAssignment,
  savePlan,
  saveRate,
  selectAssigned,
  selectPlans,
  selectRates,
  termsOfClients,
} from './trade-charge.sql.ts'
import { levyFileCalls } from '@sauda/contract/trading/levy-file'
import { sendFile } from '../../core/approval/file-proposal.ts'
import { compare, type LevyContext, levyFiles, listFiles } from './levy-file.ts'

const listCharges = async (sql: Sql): Promise<Reply<typeof tradeChargeCalls.list>> => ({
  rates: await selectRates(sql),
  plans: (await selectPlans(sql)).map(inRupees),
  assigned: await selectAssigned(sql, tradeChargeRules.assigned),
})

const inRupees = <Values extends Pick<PlanRow, 'minimum' | 'dealerFee'>>({ minimum, dealerFee, ...plan }: Values) => ({
  ...plan,
  minimum: rupeesOf(minimum),
  dealerFee: rupeesOf(dealerFee),
})

const planFields = ({ until: _until, setBy: _setBy, ...plan }: PlanRow) => inRupees(plan)

type Dated = { readonly from: string }
/** Rows newest first: the one of that day, and the days on which a new one from that day is valid. */
function placeOf<Row extends Dated>(rows: readonly Row[], from: string) {
  const next = rows.findLast((row) => row.from > from)
  const days = next ? daysText(from, addDays(next.from, -1)) : `${dateText(from)} and later`
  return { before: rows.find((row) => row.from <= from), days, from, next: next?.from ?? null }
}

type Period = { readonly from: string; readonly next?: string | null; readonly clientId?: string | undefined }
/** A change counts for what is booked from now on. */
export async function keptText(sql: Sql, { from, next = null, clientId }: Period): Promise<string | undefined> {
  const kept = await bookedDays(sql, { from, before: next, clientId: clientId ?? null })
  if (!kept) return undefined
  const days =
    kept.days === 1 ? '1 booked trade day keeps its' : `${formatCount(kept.days)} booked trade days keep their`
  return `${days} charges: ${daysText(kept.first, kept.last)}.`
}
export async function replyOf(
  tx: Tx,
  result: Awaited<ReturnType<typeof changeOrPropose>>,
  done: string,
  period: Period,
) {
  const kept = await keptText(tx, period)
  const message = 'done' in result ? done : 'Approval requested'
  return { message: kept === undefined ? message : `${message}. ${kept}`, ...secondOf(result) }
}
const rateAt = async (sql: Sql, { rate, from }: { readonly rate: string; readonly from: string }) =>
  placeOf(
    (await selectRates(sql)).filter((each) => each.rate === rate),
    from,
  )
const planAt = async (sql: Sql, { name, from }: { readonly name: string; readonly from: string }) =>
  placeOf(
    (await selectPlans(sql)).filter((each) => each.name === name),
    from,
  )

type PlanBody = Body<typeof tradeChargeCalls.setPlan>
type AssignBody = Body<typeof tradeChargeCalls.assignPlan>

async function setRate(context: AppContext, tx: Tx, { body, ...by }: RequestInput<typeof tradeChargeCalls.setRate>) {
  const { before, days, ...period } = await rateAt(tx, body)
  const summary = `${rateNames[body.rate]}: ${before ? `${rateText(body.rate, before.percent)} → ` : ''}${rateText(body.rate, body.percent)}, trade days ${days}`
  const change = { kind: 'charge-rate.set' as const, payload: body, summary, ...by }
  const result = await changeOrPropose(context, tx, change, () => storeRate(context, tx, by, body))
  return replyOf(tx, result, 'Rate set', period)
}

function requireChanged(rows: number): void {
  if (rows === 0) throw new AppError(tradeChargeErrors.unchanged)
}

async function storeRate(context: AppContext, tx: Tx, by: ByOperator, body: Body<typeof tradeChargeCalls.setRate>) {
  const key = rateKeys.find((each) => rateKeyText(each) === body.rate) as RateKey
  const { before } = await rateAt(tx, body)
  requireChanged(await saveRate(tx, key, { ...body, operatorId: by.operator.id }))
  await recordByOperator(context, tx, by, {
    action: 'trade-charge.rate',
    ...(before && { before: { percent: before.percent, from: before.from } }),
    after: { ...body, rate: rateNames[body.rate] },
    topic: 'market',
  })
}

async function setPlan(context: AppContext, tx: Tx, { body, ...by }: RequestInput<typeof tradeChargeCalls.setPlan>) {
  const { days, ...period } = await planAt(tx, body)
  const tariffs = `delivery ${body.delivery}, intraday ${body.intraday}, ETFs ${body.etf}`
  const summary = `Brokerage plan ${body.name}: ${tariffs}, at least ${formatRupees(body.minimum)} a day, ${formatRupees(body.dealerFee)} for an order placed by a dealer; trade days ${days}`
  const change = { kind: 'brokerage-plan.set' as const, payload: inRupees(body), summary, ...by }
  const result = await changeOrPropose(context, tx, change, () => storePlan(context, tx, by, body))
  return replyOf(tx, result, 'Plan set', period)
}

async function storePlan(context: AppContext, tx: Tx, by: ByOperator, body: PlanBody) {
  const { before } = await planAt(tx, body)
  requireChanged(await savePlan(tx, { ...body, operatorId: by.operator.id }))
  await recordByOperator(context, tx, by, {
    action: 'trade-charge.plan',
    ...(before && { before: planFields(before) }),
    after: inRupees(body),
    topic: 'market',
  })
}

async function assignPlan(
  context: AppContext,
  tx: Tx,
  { body, ...by }: RequestInput<typeof tradeChargeCalls.assignPlan>,
) {
  const of = await subjectOf(tx, body)
  const summary = `Brokerage plan of ${of}: ${body.plan} for trade days from ${dateText(body.from)}`
  const { clientId } = body
  const change = { kind: 'brokerage-plan.assign' as const, payload: body, summary, ...by }
  const result = await changeOrPropose(context, tx, { ...change, ...(clientId !== undefined && { clientId }) }, () =>
    storeAssignment(context, tx, by, body),
  )
  return replyOf(tx, result, 'Plan assigned', body)
}

/** Throws an AppError unless the plan exists on the day. */
export async function requirePlan(sql: Sql, { plan, from }: Pick<AssignBody, 'plan' | 'from'>): Promise<void> {
  const { before } = await planAt(sql, { name: plan, from })
  if (!before) throw new AppError(tradeChargeErrors.noPlan)
}

/** Whose plan it is. Throws an AppError unless the client and the plan exist. */
async function subjectOf(tx: Tx, { clientId, plan, from }: AssignBody): Promise<string> {
  await requirePlan(tx, { plan, from })
  return clientId === undefined ? 'all other clients' : (await requireRow(clientName(tx, clientId))).name
}

const planBefore = async (tx: Tx, { clientId, from }: AssignBody) =>
  clientId === undefined ? undefined : ((await termsOfClients(tx, [clientId], from))[0]?.plan ?? undefined)

export async function storeAssignment(context: AppContext, tx: Tx, by: ByOperator, body: AssignBody) {
  await subjectOf(tx, body)
  const before = await planBefore(tx, body)
  const assignment = { ...body, id: newId(), clientId: body.clientId ?? null, operatorId: by.operator.id }
  requireChanged(await saveAssignment(tx, assignment))
  await recordByOperator(context, tx, by, {
    action: 'trade-charge.assign',
    ...(body.clientId !== undefined && { subjectId: body.clientId }),
    ...(before !== undefined && { before: { plan: before } }),
    after: { plan: body.plan, from: body.from },
    topic: 'market',
  })
}

export async function daysEvidence(tx: Tx, days: string, period: Period) {
  const kept = (await keptText(tx, period)) ?? 'None of them is booked.'
  return {
    type: 'facts' as const,
    // With the days in it: the approval of other days is rejected.
    id: `days ${days} ${kept}`,
    title: 'Trade days',
    facts: factsOf({ 'Applies to': days, 'Booked before': kept }),
  }
}

export const tradeChargeProposals = (
  context: AppContext,
): ProposalHandlers<'charge-rate.set' | 'brokerage-plan.set' | 'brokerage-plan.assign'> => ({
  'charge-rate.set': {
    carryOut: (tx, payload, by) => storeRate(context, tx, by, tradeChargeCalls.setRate.body.parse(payload)),
    describe: async (tx, payload) => {
      const { before, days, ...period } = await rateAt(tx, payload)
      return {
        ...(before && { before: { percent: before.percent, from: before.from } }),
        evidence: [await daysEvidence(tx, days, period)],
      }
    },
  },
  'brokerage-plan.set': {
    carryOut: (tx, payload, by) => storePlan(context, tx, by, tradeChargeCalls.setPlan.body.parse(payload)),
    describe: async (tx, payload) => {
      const { before, days, ...period } = await planAt(tx, payload)
      return { ...(before && { before: planFields(before) }), evidence: [await daysEvidence(tx, days, period)] }
    },
  },
  'brokerage-plan.assign': {
    carryOut: (tx, payload, by) => storeAssignment(context, tx, by, tradeChargeCalls.assignPlan.body.parse(payload)),
    describe: async (tx, payload) => {
      const before = await planBefore(tx, payload)
      const evidence = [await daysEvidence(tx, `${dateText(payload.from)} and later`, payload)]
      return { ...(before !== undefined && { before: { plan: before } }), evidence }
    },
  },
})

export function tradeChargeRoutes(context: AppContext & LevyContext) {
  const { mount, mountCommand, db } = context
  mount(tradeChargeCalls.list, () => listCharges(db))
  mountCommand(tradeChargeCalls.setRate, (tx, given) => setRate(context, tx, given))
  mountCommand(tradeChargeCalls.setPlan, (tx, given) => setPlan(context, tx, given))
  mountCommand(tradeChargeCalls.assignPlan, (tx, given) => assignPlan(context, tx, given))
  mount(levyFileCalls.list, () => listFiles(db))
  mount(levyFileCalls.differences, ({ params }) => compare(db, params.fileId, context.config.charges))
  mount(levyFileCalls.importFile, (given) => sendFile(context, levyFiles(context), given))
}
