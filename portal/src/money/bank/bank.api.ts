import { bankDetailsInput, bankCalls } from '@sauda/contract/money/bank'
import type { CallInput } from '@sauda/contract/platform/call'
import { useMutation } from '@tanstack/react-query'
import { standard } from '../../shell/api.ts'
import { useClientQuery, useRefetch } from '../../shell/query.tsx'
import { useSession } from '../../shell/session.ts'

export type BankDetails = CallInput<typeof bankCalls.update>['body']['bankDetails']

export function useUpdateBankDetails() {
  const { userId } = useSession()
  const refetch = useRefetch()
  return useMutation({
    mutationFn: (bankDetails: BankDetails) =>
      standard.send(bankCalls.update, {
        params: { userId: userId ?? '' },
        body: { bankDetails },
      }),
    onSuccess: () => refetch('bank'),
  })
}

export function useIfsc(typed: string) {
  const code = bankDetailsInput.shape.ifsc.safeParse(typed).data
  return useClientQuery(
    bankCalls.ifsc,
    { params: { code: code ?? '' } },
    { enabled: code !== undefined, staleTime: Infinity },
  )
}
