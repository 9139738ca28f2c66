import type { Reply } from '@sauda/contract/call'
import { reversalCalls, type Reversal } from '@sauda/contract/reversal'
import type { DeskTrade } from '@sauda/contract/trade'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { Replayable } from '@sauda/web/idempotent'
import { callApi, sendIdempotent } from '../shell/api.ts'
import { refreshTrades } from './trade.api.ts'

/** With its client's name, as every case has it. */
export type DeskReversal = Reply<typeof reversalCalls.reversal> & { clientName: string }

export function useReversals() {
  return useQuery({
    queryKey: ['trade', 'reversals'],
    queryFn: ({ signal }) => callApi(reversalCalls.list, {}, signal),
  })
}

export function useReversal(reversalId: string) {
  return useQuery({
    queryKey: ['trade', 'reversal', reversalId],
    queryFn: ({ signal }) => callApi(reversalCalls.reversal, { params: { reversalId } }, signal),
    select: (reversal): DeskReversal => ({ ...reversal, clientName: reversal.trade.clientName }),
  })
}

export function useRequestReversal({ _id, clientId }: Pick<DeskTrade, '_id' | 'clientId'>) {
  return useMutation({
    mutationFn: (reason: string) => sendIdempotent(reversalCalls.ask, { params: { tradeId: _id }, body: { reason } }),
    onSettled: () => refreshTrades(clientId),
  })
}

export function decideReversal(reversalId: string, approve: boolean): Promise<Replayable<Reversal>> {
  const params = { reversalId }
  return approve ? sendIdempotent(reversalCalls.approve, { params }) : sendIdempotent(reversalCalls.reject, { params })
}
