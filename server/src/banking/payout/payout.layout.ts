import { isDeepStrictEqual } from 'node:util'
import type { Reply } from '@sauda/contract/platform/call'
import { payoutCalls } from '@sauda/contract/banking/payout'
import type { PayoutLayout } from '@sauda/contract/banking/payout-layout'
import type { AppContext } from '../../app-context.ts'
import { changeOrPropose, type Ender, type ProposalHandler, waiting } from '../../core/approval/proposal.ts'
import { sampleOf } from '../../core/approval/review.ts'
import { recordByOperator } from '../../core/audit/audit.ts'
import { requireRow, type Tx } from '../../platform/db.ts'
import { dayInIndia } from '../../platform/india.ts'
import type { RequestInput } from '../../platform/mount.ts'
import { fileRows } from './payout.file.ts'
import { everyLayout, lockBank, saveLayout } from './payout.sql.ts'

type Change = { readonly bankId: string; readonly layout: PayoutLayout }

export const listLayouts = everyLayout

/** From the second administrator on, one of them must approve it. */
export const changeLayout = (
  context: AppContext,
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

export const layoutProposal = (context: AppContext): ProposalHandler<'payout-layout.change'> => ({
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
async function save(context: AppContext, tx: Tx, by: Ender, { bankId, layout }: Change) {
  const { layout: before } = await requireRow(lockBank(tx, bankId))
  await saveLayout(tx, bankId, layout)
  const recorded = { action: 'payout.layout', subjectId: bankId, ...(before && { before }), after: layout }
  await recordByOperator(context, tx, by, { ...recorded, topic: 'payout' })
  return requireRow(lockBank(tx, bankId))
}
