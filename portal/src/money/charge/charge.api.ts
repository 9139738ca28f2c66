import type { Charge, chargeCalls } from '@sauda/contract/money/charge'
import { sendIdempotent } from '../../shell/idempotent.ts'
import { useClientQuery, useRefetchAfter } from '../../shell/query.tsx'
import { type ChargeList, chargesOf } from './charge.read.ts'

export const useCharges = () =>
  useClientQuery<typeof chargeCalls.list, ChargeList>(['charge'], 'GET /user/charges', chargesOf)

/** Refetches the charges also after a failure, because the request may have arrived. */
export function usePayCharge() {
  const refetched = useRefetchAfter('charge')
  return (chargeId: Charge['_id'], payment: { readonly transactionId: string; readonly remarks: string }) =>
    refetched(
      sendIdempotent<typeof chargeCalls.pay>('POST /user/charges/:chargeId/pay', {
        params: { chargeId },
        body: { paymentMethod: 'UPI', ...payment },
      }),
    )
}
