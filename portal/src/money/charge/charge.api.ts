import { type Charge, chargeCalls } from '@sauda/contract/money/charge'
import { tradeDayCalls } from '@sauda/contract/trading/trade-day'
import { sendIdempotent } from '../../shell/idempotent.ts'
import { useClientQuery, useRefetchAfter } from '../../shell/query.tsx'
import { chargesOf } from './charge.read.ts'

export const useCharges = () => useClientQuery(chargeCalls.list, {}, { select: chargesOf })

/** The newest trade days, whose charges are paid with the trades; none where the server does not have them. */
export const useTradeDayCharges = () => useClientQuery(tradeDayCalls.days)

/** Refetches the charges also after a failure, because the request may have arrived. */
export function usePayCharge() {
  const refetched = useRefetchAfter('charge')
  return (chargeId: Charge['_id'], payment: { readonly transactionId: string; readonly remarks: string }) =>
    refetched(
      sendIdempotent(chargeCalls.pay, {
        params: { chargeId },
        body: { paymentMethod: 'UPI', ...payment },
      }),
    )
}
