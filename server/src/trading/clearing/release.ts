import type { Payload } from '@sauda/contract/core/proposal'
import { AppError } from '@sauda/contract/platform/error'
import { formatRupees, least, rupeesOf, rupeesText } from '@sauda/contract/platform/money'
import { type clearingCalls, clearingErrors } from '@sauda/contract/trading/clearing'
import type { AppContext } from '../../app/app-context.ts'
import { type Plan, planHandler, propose } from '../../core/approval/plan.ts'
import { type ProposalHandlers, secondOf } from '../../core/approval/proposal.ts'
import { factsOf } from '../../core/approval/review.ts'
import { type ByOperator, recordByOperator } from '../../core/audit/audit.ts'
import { releaseSettlement, unsettledOf } from '../../core/ledger/clearing.ts'
import { lockedFigures } from '../../core/ledger/ledger.ts'
import { amountBlock, buttonBlock, composeMail, recipientOf } from '../../core/mail/mail.ts'
import { requireRow, type Tx } from '../../platform/db.ts'
import { firstId, newId } from '../../platform/id.ts'
import { dateText, dayInIndia } from '../../platform/india.ts'
import type { RequestInput } from '../../platform/mount.ts'
import { standOf } from './clearing.ts'
import {
  clientsToRelease,
  endShortage,
  figuresOf,
  findByNumber,
  findShortage,
  insertRelease,
  insertShortage,
  payableSettlements,
  standingOf,
  wasReleased,
} from './clearing.sql.ts'

/** How many clients are released before the figures of the settlement are read again. */
const slice = 50

/**
 * Releases the proceeds of every settlement that is paid out, client by client; after an interruption it continues where it was.
 * A client for whom it fails does not hold up the others: the first failure is thrown at the end.
 */
export async function releaseDue(context: AppContext): Promise<void> {
  const failures: unknown[] = []
  for (const settlementId of await payableSettlements(context.db, dayInIndia(new Date())))
    for (let after: string | undefined = firstId; after !== undefined;)
      after = await releaseSlice(context, { settlementId, after, failures })
  if (failures.length > 0) throw failures[0]
}

type Slice = { readonly settlementId: string; readonly after: string; readonly failures: unknown[] }

/** The last of the clients; undefined once there are no more, or nothing may be released. */
async function releaseSlice(context: AppContext, { settlementId, after, failures }: Slice) {
  const row = await requireRow(figuresOf(context.db, settlementId))
  if (standOf(row).state !== 'release') return undefined
  const clientIds = await clientsToRelease(context.db, settlementId, after, slice)
  for (const clientId of clientIds)
    await context.db
      .transaction((tx) => release(context, tx, { clientId, settlementId, tradedOn: row.tradedOn }))
      .catch((error: unknown) => failures.push(error))
  return clientIds.at(-1)
}

type Part = { readonly clientId: string; readonly settlementId: string; readonly tradedOn: string }

/** What the client has in the settlement; nothing while a shortage is recorded. */
async function release(context: AppContext, tx: Tx, { clientId, settlementId, tradedOn }: Part): Promise<void> {
  const { dues } = await lockedFigures(tx, clientId)
  if ((await requireRow(standingOf(tx, settlementId, clientId))).isHeld) return
  const id = newId()
  const reason = `Proceeds of sales of ${dateText(tradedOn)}`
  const paise = await releaseSettlement(tx, { clientId, settlementId, causeId: id, reason })
  if (paise === 0n) return
  const paid = least(paise, dues)
  const isKnown = paid === 0n && (await wasReleased(tx, settlementId, clientId, paise))
  await insertRelease(tx, { id, settlementId, clientId, paise })
  const after = { settlementId, amount: rupeesOf(paise) }
  await context.audit(tx, { by: 'system', action: 'clearing.release', subjectId: clientId, after })
  if (!isKnown) await informOf(context, tx, clientId, { paise, paid, reason })
  await context.notifyScreens(
    tx,
    { clientId },
    'wallet',
    undefined,
    ['desk', 'client', clientId],
    ['desk', 'trade', settlementId],
  )
}

/** `paid`: what of `paise` paid dues. */
type Released = { readonly paise: bigint; readonly paid: bigint; readonly reason: string }

async function informOf(context: AppContext, tx: Tx, clientId: string, { paise, paid, reason }: Released) {
  const { brandName, publicUrl } = context.config
  const rest = formatRupees(paise - paid)
  const subject =
    paise > paid
      ? `${rest} from sales is available in your ${brandName} wallet`
      : `${formatRupees(paise)} from sales paid what was due for your trades`
  const mail = composeMail(await recipientOf(tx, clientId), subject, [
    ...(paise > paid ? [amountBlock('Available from sales', rest)] : []),
    `${reason} are paid out.${paid > 0n ? ` ${formatRupees(paid)} of them paid what was due for executed trades.` : ''}`,
    buttonBlock('View your wallet', `${publicUrl}/account/wallet`),
  ])
  await context.inform(tx, mail, { clientId, topic: 'wallet' })
}

/** It only holds money back, so one operator is enough. */
export async function addShortage(
  context: AppContext,
  tx: Tx,
  { operator, ip, params: { settlementId }, body }: RequestInput<typeof clearingCalls.addShortage>,
) {
  const clientId = (await findByNumber(tx, body.saudaId))?.id
  if (clientId === undefined) throw new AppError(clearingErrors.noClient)
  await lockedFigures(tx, clientId)
  if (!(await requireRow(standingOf(tx, settlementId, clientId))).hasMoney) throw new AppError(clearingErrors.noClient)
  const { amount: paise, reason } = body
  const added = { id: newId(), settlementId, clientId, paise, reason, operatorId: operator.id }
  if ((await insertShortage(tx, added)) === 0) throw new AppError(clearingErrors.held)
  const after = { settlementId, amount: rupeesOf(paise), reason }
  const recorded = { action: 'shortage.add', subjectId: clientId, after }
  await recordByOperator(context, tx, { operator, ip }, { ...recorded, topic: 'trade' })
  return { message: 'Shortage recorded. Nothing of this settlement is released to the client until it has ended.' }
}

export async function requestEnd(
  context: AppContext,
  tx: Tx,
  { operator, ip, params, body: { reason } }: RequestInput<typeof clearingCalls.endShortage>,
) {
  const { shortageId } = params
  const { settlementId, clientId, amount } = await requireRow(findShortage(tx, shortageId))
  const payload = { clientId, settlementId, amount: rupeesOf(amount), reason, shortageId }
  const plan = await endPlan(tx, payload, { operator, ip })
  const result = await propose(context, tx, { kind: 'shortage.end' as const, payload, operator, ip }, plan)
  return { message: 'done' in result ? 'Shortage ended' : 'Approval requested', ...secondOf(result) }
}

/** Throws an AppError if the shortage does not exist. */
async function endPlan(tx: Tx, payload: Payload<'shortage.end'>, { operator }: ByOperator): Promise<Plan> {
  const { clientId, settlementId, amount, reason, shortageId } = payload
  const { isOpen } = shortageId === undefined ? { isOpen: true } : await requireRow(findShortage(tx, shortageId))
  const { clientId: _, ...after } = payload
  return {
    clientId,
    summary: `End the shortage of ${rupeesText(Number(amount))} in ${settlementId}: ${reason}`,
    reasons: ['The end of a shortage always needs a second operator'],
    obstacle: isOpen ? undefined : clearingErrors.ended,
    async review() {
      const unsettled = (await unsettledOf(tx, clientId)).find((each) => each.settlementId === settlementId)
      const held = formatRupees(unsettled?.paise ?? 0n)
      const facts = factsOf({ [settlementId]: held })
      // With the amount in it: the approval of another amount is rejected.
      return { evidence: [{ type: 'facts', id: `held ${held}`, title: 'Sale proceeds held back', facts }] }
    },
    async write() {
      if ((await endShortage(tx, { ...payload, operatorId: operator.id })) === 0)
        throw new AppError(clearingErrors.ended)
    },
    audit: () => ({ action: 'shortage.end', subjectId: clientId, after }),
    notices: [['desk', 'trade']],
  }
}

export const clearingProposals = (context: AppContext): ProposalHandlers<'shortage.end'> => ({
  'shortage.end': planHandler(context, endPlan),
})
