import { payoutCalls } from '@sauda/contract/payout'
import { useQuery } from '@tanstack/react-query'
import { callQuery } from './api.ts'

/** Whether all payouts and approvals of withdrawals are stopped; every page says so. */
export const usePayoutStop = () => useQuery(callQuery(['payout', 'stop'], payoutCalls.stopState, {}))
