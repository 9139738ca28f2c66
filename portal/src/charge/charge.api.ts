import type { chargeCalls } from '@sauda/contract/charge'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { standard } from '../shell/api.ts'
import { sendOnce } from '../shell/send-once.ts'
import { useSession } from '../shell/session.ts'

/** The client's charges, newest first, and their sums. */
export function useCharges() {
  const { token, userId } = useSession()
  return useQuery({
    queryKey: ['charge', userId],
    enabled: token !== null,
    queryFn: ({ signal }) => standard.send<typeof chargeCalls.list>('GET /user/charges', {}, { quiet: true, signal }),
  })
}

type Proof = { readonly transactionId: string; readonly remarks: string }

/** Submits the transaction ID of a payment; afterwards the charges are read again, however it went. */
export function usePayCharge() {
  const queries = useQueryClient()
  return async (chargeId: string, proof: Proof) => {
    const again = () => queries.invalidateQueries({ queryKey: ['charge'] })
    try {
      const said = await sendOnce<typeof chargeCalls.pay>('POST /user/charges/:chargeId/pay', {
        params: { chargeId },
        body: { paymentMethod: 'UPI', ...proof },
      })
      await again()
      return said
    } catch (error) {
      // Why it failed is said at once, and not only when the list has failed too.
      void again()
      throw error
    }
  }
}
