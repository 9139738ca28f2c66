import type { bankCalls } from '@sauda/contract/bank'
import type { Asked } from '@sauda/contract/call'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { standard } from '../shell/api.ts'
import { useSession } from '../shell/session.ts'

export type BankDetails = Asked<typeof bankCalls.update>['body']['bankDetails']

/** Sets the bank details; the screens say in their own words how it went (section 8). */
export function useUpdateBankDetails() {
  const { userId } = useSession()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (bankDetails: BankDetails) =>
      standard.send<typeof bankCalls.update>(
        'PUT /user/profile/update/:userId',
        { params: { userId: userId ?? '' }, body: { bankDetails } },
        { quiet: true },
      ),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['profile'] }),
  })
}
