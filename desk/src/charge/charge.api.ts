import type { CallInput, Reply } from '@sauda/contract/call'
import { chargeCalls, type Charge } from '@sauda/contract/charge'
import { useMutation, useQuery } from '@tanstack/react-query'
import { askOnce } from '../shell/ask-once.ts'
import { ask } from '../shell/api.ts'
import { queryClient } from '../shell/query-client.ts'

export type DeskCharge = Reply<typeof chargeCalls.deskCharge>
export type NewCharge = CallInput<typeof chargeCalls.raise>['body']

export function useCharge(chargeId: string) {
  return useQuery({
    queryKey: ['charge', chargeId],
    queryFn: ({ signal }) => ask(chargeCalls.deskCharge, { params: { chargeId } }, signal),
  })
}

export function useRaise(clientId: string) {
  return useMutation({
    mutationFn: (body: NewCharge) => askOnce(chargeCalls.raise, { body }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['client', clientId] }),
  })
}

/** About the payment of this transaction ID and no other. */
export type Order = { transactionId?: string | undefined; reason?: string }

/** Confirms the payment, or refuses it with a reason. */
export function decideCharge(chargeId: string, { transactionId, reason }: Order): Promise<Charge> {
  const params = { chargeId }
  return reason === undefined
    ? askOnce(chargeCalls.approve, { params, body: { transactionId } })
    : askOnce(chargeCalls.reject, { params, body: { transactionId, reason } })
}
