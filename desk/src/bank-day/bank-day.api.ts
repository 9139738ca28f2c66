import { approvalCalls } from '@sauda/contract/approval'
import { type BankDay, bankDayCalls } from '@sauda/contract/bank-day'
import type { CallInput } from '@sauda/contract/call'
import { useMutation, useQuery } from '@tanstack/react-query'
import { callQuery, fetchFile, invalidate, sendIdempotent } from '../shell/api.ts'

type Choice = { bankAccountId?: string | undefined; month?: string | undefined }

export const useDays = (query: Choice) =>
  useQuery(callQuery(['bank-day', 'days', query.bankAccountId, query.month], bankDayCalls.list, { query }))

const inputOf = (bankAccountId: string, day: string) => ({ params: { bankAccountId }, query: { day } })

export const useDay = (bankAccountId: string, day: string) =>
  useQuery(callQuery(['bank-day', bankAccountId, day], bankDayCalls.day, inputOf(bankAccountId, day)))

export const loadStatement = (bankAccountId: string, day: string) =>
  fetchFile(bankDayCalls.file, inputOf(bankAccountId, day))

const refresh = () => void invalidate(['bank-day'], ['queue'], ['proposal'])

export const useRequestSignOff = ({ bankAccountId, day, version }: BankDay) =>
  useMutation({
    mutationFn: () => sendIdempotent(bankDayCalls.close, { params: { bankAccountId }, body: { day, version } }),
    onSettled: refresh,
  })

export const useEnterBalance = ({ bankAccountId }: BankDay) =>
  useMutation({
    mutationFn: (body: CallInput<typeof bankDayCalls.enterBalance>['body']) =>
      sendIdempotent(bankDayCalls.enterBalance, { params: { bankAccountId }, body }),
    onSettled: refresh,
  })

/** With the version of the request that is on the screen. */
export function useDecide(proposalId: string) {
  const shown = useQuery(callQuery(['proposal', proposalId], approvalCalls.proposal, { params: { proposalId } }))
  return useMutation({
    mutationFn: (verb: 'approve' | 'reject') =>
      verb === 'reject'
        ? sendIdempotent(approvalCalls.reject, { params: { proposalId } })
        : sendIdempotent(approvalCalls.approve, {
            params: { proposalId },
            body: { version: shown.data?.version ?? '' },
          }),
    onSettled: refresh,
  })
}
