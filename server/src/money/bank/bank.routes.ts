import { bankCalls } from '@sauda/contract/money/bank'
import type { BankContext, ConfirmationContext, RouteContext } from '../../app-context.ts'
import { withConfirmation } from '../../core/session/confirmation.ts'
import { updateBankDetails } from './bank.ts'
import { lookUpIfsc } from './ifsc.ts'

export function bankRoutes(context: RouteContext & BankContext & ConfirmationContext) {
  context.mount(bankCalls.ifsc, ({ params }) => lookUpIfsc(params.code))

  context.mount(bankCalls.update, async ({ client, body: { bankDetails, confirmation }, ip }) => {
    const { accountHolderName, accountNumber, ifsc } = bankDetails
    const next = { holder_name: accountHolderName, account_number: accountNumber, ifsc }
    const notes = await withConfirmation(context, { client, action: 'bank', confirmation, ip }, (confirm) =>
      updateBankDetails(context, { client, next, ip, confirm }),
    )
    return { message: 'Bank Details Updated', bankDetails, ...(notes.length > 0 && { notes }) }
  })
}
