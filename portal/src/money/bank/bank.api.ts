import { bankDetailsInput, bankCalls } from '@sauda/contract/money/bank'
import { ifscOf } from '@sauda/contract/platform/code-text'
import { digitsOf } from '@sauda/contract/platform/typed-text'
import type { CallInput } from '@sauda/contract/platform/call'
import { useMutation } from '@tanstack/react-query'
import { standard } from '../../shell/api.ts'
import { useClientQuery, useRefetch } from '../../shell/query.tsx'
import { useSession } from '../../shell/session.ts'
import { errorMessage, isRejection } from '@sauda/web/api-error'

export type BankDetails = CallInput<typeof bankCalls.update>['body']['bankDetails']

export function useUpdateBankDetails() {
  const { userId } = useSession()
  const refetch = useRefetch()
  return useMutation({
    mutationFn: (bankDetails: BankDetails) =>
      standard.send(bankCalls.update, { params: { userId: userId ?? '' }, body: { bankDetails } }),
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

export type BankField = keyof BankDetails
export const bankFields: readonly BankField[] = ['accountHolderName', 'accountNumber', 'ifsc']

export const typed: Record<BankField, (text: string) => string> = {
  accountHolderName: (text) => text,
  accountNumber: digitsOf,
  ifsc: ifscOf,
}

export function bankError(field: BankField, value: string): string | undefined {
  return bankDetailsInput.shape[field].safeParse(value).error?.issues[0]?.message
}

export function saveError(error: unknown): string {
  if (isRejection(error)) return error.serverMessage ?? 'Your bank details were not changed. Please try again.'
  return `${errorMessage(error)} Your details may have been saved; saving them again is safe.`
}

/** One state, so that an old error never appears next to a later success. */
export type SaveOutcome =
  | { readonly kind: 'none' }
  | { readonly kind: 'saved'; readonly notes: readonly string[] }
  | { readonly kind: 'failed'; readonly message: string }
