import { brokerBankCalls } from '@sauda/contract/banking/broker-bank'
import { useCall } from './api.ts'

export const useBankAccounts = () => useCall(brokerBankCalls.list, {})

/** The choices of a bank account; empty where there is only one. */
export function useBankAccountChoices(): readonly { value: string; label: string }[] {
  const { data: accounts = [] } = useBankAccounts()
  if (accounts.length < 2) return []
  return accounts.map(({ _id, name, accountNumber }) => ({
    value: _id,
    label: accountNumber === undefined ? name : `${name}, ••${accountNumber.slice(-4)}`,
  }))
}
