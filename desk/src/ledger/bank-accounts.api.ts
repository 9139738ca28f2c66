import { brokerBankCalls, type BrokerBank, type BrokerBankDetails } from '@sauda/contract/broker-bank'
import { useMutation } from '@tanstack/react-query'
import { callApi, invalidate } from '../shell/api.ts'

export const useSaveBankAccount = (account: BrokerBank | undefined) =>
  useMutation({
    mutationFn: (body: BrokerBankDetails) =>
      account
        ? callApi(brokerBankCalls.edit, { params: { accountId: account._id }, body })
        : callApi(brokerBankCalls.add, { body }),
    onSettled: () => invalidate(['broker-bank']),
  })
