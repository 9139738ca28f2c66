import type { Reply } from '@sauda/contract/call'
import { reversalCalls, type Reversal } from '@sauda/contract/reversal'
import type { DeskTrade } from '@sauda/contract/trade'
import { useMutation, useQuery } from '@tanstack/react-query'
import { askOnce } from '../shell/ask-once.ts'
import { ask } from '../shell/api.ts'
import { refreshTrades } from './trade.api.ts'

/** With its client's name, as every case has it. */
export type DeskReversal = Reply<typeof reversalCalls.reversal> & { clientName: string }

export function useReversals() {
  return useQuery({
    queryKey: ['trade', 'reversals'],
    queryFn: ({ signal }) => ask(reversalCalls.list, {}, signal),
  })
}

export function useReversal(reversalId: string) {
  return useQuery({
    queryKey: ['trade', 'reversal', reversalId],
    queryFn: ({ signal }) => ask(reversalCalls.reversal, { params: { reversalId } }, signal),
    select: (reversal): DeskReversal => ({ ...reversal, clientName: reversal.trade.clientName }),
  })
}

export function useAskReversal({ _id, clientId }: Pick<DeskTrade, '_id' | 'clientId'>) {
  return useMutation({
    mutationFn: (reason: string) => askOnce(reversalCalls.ask, { params: { tradeId: _id }, body: { reason } }),
    onSettled: () => refreshTrades(clientId),
  })
}

/** Undoes the trade, or refuses it or takes it back. */
export function decideReversal(reversalId: string, approve: boolean): Promise<Reversal> {
  const params = { reversalId }
  return approve ? askOnce(reversalCalls.approve, { params }) : askOnce(reversalCalls.reject, { params })
}
