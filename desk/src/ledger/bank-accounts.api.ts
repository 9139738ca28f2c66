import type { CallInput } from '@sauda/contract/call'
import { brokerBankCalls, type BrokerBank, type BrokerBankDetails } from '@sauda/contract/broker-bank'
import { useMutation } from '@tanstack/react-query'
import { callApi, invalidate, sendIdempotent } from '../shell/api.ts'

export const useSaveBankAccount = (account: BrokerBank | undefined) =>
  useMutation({
    mutationFn: (body: BrokerBankDetails) =>
      account
        ? callApi(brokerBankCalls.edit, { params: { accountId: account._id }, body })
        : callApi(brokerBankCalls.add, { body }),
    onSettled: () => invalidate(['broker-bank']),
  })

const refresh = () => invalidate(['broker-bank'], ['bank-day'], ['ledger'], ['queue'])

export const useOpenAccount = (accountId: string) =>
  useMutation({
    mutationFn: (body: CallInput<typeof brokerBankCalls.open>['body']) =>
      sendIdempotent(brokerBankCalls.open, { params: { accountId }, body }),
    onSettled: refresh,
  })

export const useReverseOpening = (accountId: string) =>
  useMutation({
    mutationFn: (body: CallInput<typeof brokerBankCalls.reverseOpening>['body']) =>
      sendIdempotent(brokerBankCalls.reverseOpening, { params: { accountId }, body }),
    onSettled: refresh,
  })
