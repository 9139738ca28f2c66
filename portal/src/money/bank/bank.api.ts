import { bankDetailsInput, type bankCalls } from '@sauda/contract/money/bank'
import type { CallInput } from '@sauda/contract/platform/call'
import { useMutation, useQuery } from '@tanstack/react-query'
import { standard } from '../../shell/api.ts'
import { useRefetch } from '../../shell/query.tsx'
import { useSession } from '../../shell/session.ts'

export type BankDetails = CallInput<typeof bankCalls.update>['body']['bankDetails']

export function useUpdateBankDetails() {
  const { userId } = useSession()
  const refetch = useRefetch()
  return useMutation({
    mutationFn: (bankDetails: BankDetails) =>
      standard.send<typeof bankCalls.update>('PUT /user/profile/update/:userId', {
        params: { userId: userId ?? '' },
        body: { bankDetails },
      }),
    onSuccess: () => refetch('bank'),
  })
}

export function useIfsc(typed: string) {
  const { token } = useSession()
  const code = bankDetailsInput.shape.ifsc.safeParse(typed).data
  return useQuery({
    queryKey: ['ifsc', code],
    enabled: code !== undefined && token !== null,
    staleTime: Infinity,
    queryFn: ({ signal }) =>
      standard.send<typeof bankCalls.ifsc>('GET /user/ifsc/:code', { params: { code: code ?? '' } }, { signal }),
  })
}
