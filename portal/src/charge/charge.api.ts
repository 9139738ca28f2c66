import type { Charge, chargeCalls } from '@sauda/contract/charge'
import type { Reply } from '@sauda/contract/call'
import { sendIdempotent } from '../shell/idempotent.ts'
import { useClientQuery, useRefetchAfter } from '../shell/query.tsx'

export const useCharges = () =>
  useClientQuery<typeof chargeCalls.list, ChargeList>(['charge'], 'GET /user/charges', listOf)

type ChargeList = Omit<Reply<typeof chargeCalls.list>, 'summary'>

/** The specification leaves the summary open, so nothing here depends on it. */
export function listOf({
  charges = [],
  upiId = '',
  upiName = '',
}: Partial<ChargeList> & { summary?: object }): ChargeList {
  return { charges, upiId, upiName }
}

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
