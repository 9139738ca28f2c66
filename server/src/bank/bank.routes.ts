import { bankCalls } from '@sauda/contract/bank'
import type { House } from '../house.ts'
import { updateBankDetails } from './bank.ts'
import { lookUpIfsc } from './ifsc.ts'

export function bankRoutes(house: House) {
  house.mount(bankCalls.ifsc, ({ params }) => lookUpIfsc(params.code))

  house.mount(bankCalls.update, async ({ client, body: { bankDetails }, ip }) => {
    const { accountHolderName, accountNumber, ifsc } = bankDetails
    await updateBankDetails(house, client, { holder_name: accountHolderName, account_number: accountNumber, ifsc }, ip)
    return { message: 'Bank Details Updated', bankDetails }
  })
}
