import type { Right } from '@sauda/contract/call'
import type { queueKinds } from '@sauda/contract/operator'
import { useCan } from './me.ts'

export type QueueKind = (typeof queueKinds)[number]

/** What lets an operator decide each. */
export const queueRights: Record<QueueKind, Right> = {
  kyc: 'kyc.review',
  deposit: 'wallet.approve',
  withdrawal: 'wallet.pay',
  loan: 'loan.offer',
  charge: 'charge.approve',
  reversal: 'trade.book',
  setting: 'kyc.review',
}

/** Whether the queue is this operator's business at all. */
export function useDecides(): boolean {
  const can = useCan()
  return Object.values(queueRights).some(can)
}
