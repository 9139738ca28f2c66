import { payoutCalls } from '@sauda/contract/banking/payout'
import { useCall } from './api.ts'

/** Whether all payouts and approvals of withdrawals are stopped; every page says so. */
export const usePayoutStop = () => useCall(payoutCalls.stopState, {})
