import type { CallInput, Reply } from '@sauda/contract/call'
import { chargeCalls } from '@sauda/contract/charge'
import { useMutation, useQuery } from '@tanstack/react-query'
import { callQuery, invalidate, sendIdempotent } from '../shell/api.ts'

export type DeskCharge = Reply<typeof chargeCalls.deskCharge>
export type NewCharge = CallInput<typeof chargeCalls.raise>['body']

export const useCharge = (chargeId: string) =>
  useQuery(callQuery(['charge', chargeId], chargeCalls.deskCharge, { params: { chargeId } }))

export const useRaise = (clientId: string) =>
  useMutation({
    mutationFn: (body: NewCharge) => sendIdempotent(chargeCalls.raise, { body }),
    onSettled: () => invalidate(['client', clientId]),
  })

export type ChargeDecision = { transactionId?: string | undefined; reason?: string }

export const decideCharge = (chargeId: string, { transactionId, reason }: ChargeDecision) =>
  reason === undefined
    ? sendIdempotent(chargeCalls.approve, { params: { chargeId }, body: { transactionId } })
    : sendIdempotent(chargeCalls.reject, { params: { chargeId }, body: { transactionId, reason } })
