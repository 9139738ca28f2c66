import { approvalCalls } from '@sauda/contract/core/approval'
import { type BankDay, bankDayCalls } from '@sauda/contract/banking/bank-day'
import { fetchFile, sendIdempotent, useCall, useChange } from '../../shell/api.ts'

type Choice = { bankAccountId?: string | undefined; month?: string | undefined }

export const useDays = (query: Choice) => useCall(bankDayCalls.list, { query })

const inputOf = (bankAccountId: string, day: string) => ({ params: { bankAccountId }, query: { day } })

export const useDay = (bankAccountId: string, day: string) => useCall(bankDayCalls.day, inputOf(bankAccountId, day))

export const loadStatement = (bankAccountId: string, day: string) =>
  fetchFile(bankDayCalls.file, inputOf(bankAccountId, day))

export const useRequestSignOff = ({ bankAccountId, day, version }: BankDay) =>
  useChange(() => sendIdempotent(bankDayCalls.close, { params: { bankAccountId }, body: { day, version } }))

/** With the version of the request that is on the screen. */
export function useDecide(proposalId: string) {
  const shown = useCall(approvalCalls.proposal, { params: { proposalId } })
  return useChange((verb: 'approve' | 'reject') =>
    verb === 'reject'
      ? sendIdempotent(approvalCalls.reject, { params: { proposalId } })
      : sendIdempotent(approvalCalls.approve, {
          params: { proposalId },
          body: { version: shown.data?.version ?? '' },
        }),
  )
}
