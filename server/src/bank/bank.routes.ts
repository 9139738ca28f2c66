import { bankCalls } from '@sauda/contract/bank'
import type { BankContext, RouteContext } from '../app-context.ts'
import { updateBankDetails } from './bank.ts'
import { lookUpIfsc } from './ifsc.ts'

export function bankRoutes(context: RouteContext & BankContext) {
  context.mount(bankCalls.ifsc, ({ params }) => lookUpIfsc(params.code))

  context.mount(bankCalls.update, async ({ client, body: { bankDetails }, ip }) => {
    const { accountHolderName, accountNumber, ifsc } = bankDetails
    await updateBankDetails(
      context,
      client,
      { holder_name: accountHolderName, account_number: accountNumber, ifsc },
      ip,
    )
    return { message: 'Bank Details Updated', bankDetails }
  })
}
