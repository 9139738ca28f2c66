import type { Reply } from '@sauda/contract/call'
import { reversalCalls } from '@sauda/contract/reversal'
import type { DeskTrade } from '@sauda/contract/trade'
import { useMutation, useQuery } from '@tanstack/react-query'
import { callQuery, sendIdempotent } from '../shell/api.ts'
import { refreshTrades } from './trade.api.ts'

/** With its client, as every case has it. */
export type DeskReversal = ReturnType<typeof withClient>

export const useReversals = () => useQuery(callQuery(['trade', 'reversals'], reversalCalls.list, {}))

export const useReversal = (reversalId: string) =>
  useQuery({
    ...callQuery(['trade', 'reversal', reversalId], reversalCalls.reversal, { params: { reversalId } }),
    select: withClient,
  })

function withClient(reversal: Reply<typeof reversalCalls.reversal>) {
  const { clientId, clientName, saudaId } = reversal.trade
  return { ...reversal, clientId, clientName, saudaId }
}

export const useRequestReversal = ({ _id, clientId }: Pick<DeskTrade, '_id' | 'clientId'>) =>
  useMutation({
    mutationFn: (reason: string) =>
      sendIdempotent(reversalCalls.request, { params: { tradeId: _id }, body: { reason } }),
    onSettled: () => refreshTrades(clientId),
  })

export const decideReversal = (reversalId: string, approve: boolean) =>
  sendIdempotent(approve ? reversalCalls.approve : reversalCalls.reject, { params: { reversalId } })
