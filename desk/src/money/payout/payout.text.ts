import { rupeesText } from '@sauda/contract/platform/money'
import type { PayoutAnswer, PayoutBatch, Payout } from '@sauda/contract/money/payout'
import { statusPill } from '../../shell/pills.tsx'
import type { TrailOf } from '../../shell/trail.tsx'
import { countText } from '../../shell/format.ts'

type Progress = PayoutBatch['status'] | 'answered'

/** A released batch is finished once the bank has answered every payment. */
export const progressOf = ({ status, open }: Pick<PayoutBatch, 'status' | 'open'>): Progress =>
  status === 'released' && open.count === 0 ? 'answered' : status

const progress = {
  prepared: ['warn', 'Awaiting release'],
  released: ['info', 'Awaiting the bank’s answer'],
  answered: ['success', 'Answered by the bank'],
  cancelled: ['neutral', 'Cancelled'],
} as const
export const BatchPill = statusPill<Progress>(progress)
export const progressName = (state: Progress): string => progress[state][1]

type Payment = Pick<Payout, 'clientId' | '_id' | 'transactionId'>

export const payoutTrail = ({ clientId, _id, transactionId }: Payment): TrailOf => ({
  clientId,
  source: { cause: _id },
  name: `Withdrawal ${transactionId}`,
})

export const PayoutPill = statusPill<Payout['status'] | 'reversed'>({
  pending: ['warn', 'Pending'],
  approved: ['success', 'Paid'],
  rejected: ['error', 'Failed'],
  removed: ['neutral', 'Taken out'],
  reversed: ['error', 'Returned by bank'],
})

export const AnswerPill = statusPill<PayoutAnswer['outcome']>({
  paid: ['success', 'Paid'],
  failed: ['error', 'Failed'],
  unchanged: ['neutral', 'No change'],
  problem: ['warn', 'Not applied'],
})

export const sumText = ({ count, amount }: PayoutBatch['all']): string =>
  `${countText(count, 'withdrawal')}, ${rupeesText(amount)}`

/** For example "3 paid, 1 failed, 2 not answered". */
export function progressText({ paid, failed, open }: Pick<PayoutBatch, 'paid' | 'failed' | 'open'>): string {
  const parts = [
    paid.count > 0 && `${paid.count} paid`,
    failed.count > 0 && `${failed.count} failed`,
    open.count > 0 && `${open.count} not answered`,
  ]
  return parts.filter(Boolean).join(', ')
}

interface Words {
  title: string
  sentence: string
  action: string
  done: string
}

/** How the dialogs of a second operator name what is decided. */
export function wordsOf(
  { proposalKind, bankName, name }: Pick<PayoutBatch, 'bankName' | 'name'> & { proposalKind?: string | undefined },
  isOwn: boolean,
): Record<'approve' | 'reject', Words> {
  if (proposalKind === 'payout.cancel')
    return {
      approve: {
        title: `Cancel ${name}?`,
        sentence:
          'These withdrawals will be pending outside a batch again. First make sure that the bank pays none of them.',
        action: 'Approve cancellation',
        done: 'Batch cancelled',
      },
      reject: {
        title: 'Reject the cancellation?',
        sentence: 'The batch stays released, and the bank’s answer is expected.',
        action: 'Reject',
        done: 'Request rejected',
      },
    }
  return {
    approve: {
      title: `Release ${name}?`,
      sentence: `The file for ${bankName} can be downloaded afterwards. No money moves before the bank has paid.`,
      action: 'Release batch',
      done: 'Batch released',
    },
    reject: {
      title: isOwn ? `Cancel ${name}?` : `Reject the release of ${name}?`,
      sentence: 'Nothing is paid. These withdrawals will be pending outside a batch again.',
      action: isOwn ? 'Cancel batch' : 'Reject',
      done: isOwn ? 'Batch cancelled' : 'Request rejected',
    },
  }
}
