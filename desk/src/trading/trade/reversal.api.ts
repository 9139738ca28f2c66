import type { Reply } from '@sauda/contract/platform/call'
import { reversalCalls } from '@sauda/contract/core/reversal'
import { useQuery } from '@tanstack/react-query'
import { callQuery, sendIdempotent, useCall } from '../../shell/api.ts'

/** With its client, as every case has it. */
export type DeskReversal = ReturnType<typeof withClient>

export const useReversals = () => useCall(reversalCalls.list, {})

export const useReversal = (reversalId: string) =>
  useQuery({
    ...callQuery(reversalCalls.reversal, { params: { reversalId } }),
    select: withClient,
  })

function withClient(reversal: Reply<typeof reversalCalls.reversal>) {
  const { clientId, clientName, saudaId } = reversal.trade
  return { ...reversal, clientId, clientName, saudaId }
}

export const decideReversal = (reversalId: string, approve: boolean) =>
  sendIdempotent(approve ? reversalCalls.approve : reversalCalls.reject, { params: { reversalId } })
