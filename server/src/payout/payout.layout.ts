import { isDeepStrictEqual } from 'node:util'
import type { Reply } from '@sauda/contract/call'
import { payoutCalls } from '@sauda/contract/payout'
import type { PayoutLayout } from '@sauda/contract/payout-layout'
import type { PayoutContext } from '../app-context.ts'
import { changeOrPropose, type ProposalHandler, waiting } from '../approval/proposal.ts'
import { sampleOf } from '../approval/review.ts'
import { operatorActor } from '../audit/audit.ts'
import { requireRow, type Tx } from '../platform/db.ts'
import { dayInIndia } from '../platform/india.ts'
import type { RequestInput } from '../platform/mount.ts'
import { fileRows } from './payout.file.ts'
import { everyLayout, lockBank, saveLayout } from './payout.sql.ts'

type Requester = { readonly operator: { readonly id: string; readonly name: string }; readonly ip: string }
type Change = { readonly bankId: string; readonly layout: PayoutLayout }

export const listLayouts = everyLayout

/** From the second administrator on, one of them must approve it. */
export const changeLayout = (
  context: PayoutContext,
  { params: { bankId }, body: layout, operator, ip }: RequestInput<typeof payoutCalls.saveLayout>,
): Promise<Reply<typeof payoutCalls.saveLayout>> =>
  context.db.transaction(async (tx) => {
    const before = await requireRow(lockBank(tx, bankId))
    if (isDeepStrictEqual(before.layout, layout)) return before
    const payload: Change = { bankId, layout }
    const summary = `Pay from ${before.bankName} by files in the layout ${layout.name}: each payment is ${layout.row.join(' ')}`
    const change = { kind: 'payout-layout.change' as const, payload, summary: summary.slice(0, 1000), operator, ip }
    const result = await changeOrPropose(context, tx, change, () => save(context, tx, { operator, ip }, payload))
    return 'done' in result ? result.done : { ...before, ...waiting(result.proposal) }
  })

/** Carries out what a second administrator has approved. */
export const layoutProposal = (context: PayoutContext): ProposalHandler<'payout-layout.change'> => ({
  carryOut(tx, { bankId, layout }, by) {
    return save(context, tx, by, { bankId, layout: payoutCalls.saveLayout.body.parse(layout) })
  },
  async describe(tx, { bankId, layout }) {
    const { layout: before, accountNumber = '', ifsc = '' } = await requireRow(lockBank(tx, bankId))
    const lines = sampleLines(payoutCalls.saveLayout.body.parse(layout), { accountNumber, ifsc })
    return {
      before: { layout: before },
      evidence: [
        {
          type: 'table',
          id: bankId,
          title: 'A file of two example payments in this layout',
          columns: ['Every line that the bank would receive'],
          ...sampleOf(lines.map((text) => [{ text }])),
        },
      ],
    }
  },
})

const examples = ['WDR100001', 'WDR100002'].map((name, n) => ({
  name,
  saudaId: `SD10000${n + 1}`,
  paise: 1_234_56n + BigInt(n) * 30_000_000n,
  payeeName: 'Example Payee',
  accountNumber: `1234567890${n}`,
  ifsc: 'SBIN0000001',
}))

function sampleLines(layout: PayoutLayout, from: { readonly accountNumber: string; readonly ifsc: string }): string[] {
  const file = { layout, batchName: 'PAY100001', debitAccount: from.accountNumber, debitIfsc: from.ifsc }
  const day = dayInIndia(new Date())
  return fileRows({ ...file, serial: 1, day, payments: examples }).map((cells) => cells.join(layout.delimiter))
}

/** Batches made before keep their layout. */
async function save({ audit, notifyScreens }: PayoutContext, tx: Tx, { operator, ip }: Requester, change: Change) {
  const { layout: before } = await requireRow(lockBank(tx, change.bankId))
  await saveLayout(tx, change.bankId, change.layout)
  await audit(tx, {
    actor: operatorActor(operator),
    action: 'payout.layout',
    subjectId: change.bankId,
    ...(before && { before }),
    after: change.layout,
    ip,
  })
  await notifyScreens(tx, 'desk', 'payout')
  return requireRow(lockBank(tx, change.bankId))
}
