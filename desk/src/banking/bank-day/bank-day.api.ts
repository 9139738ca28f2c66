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
