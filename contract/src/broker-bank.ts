import * as z from 'zod/mini'
import { bankDetailsInput } from './bank.ts'
import { call } from './call.ts'
import { id, line, secondFields } from './field.ts'
import { upiIdPattern } from './upi.ts'

/** broker-bank: the broker's own bank accounts, and which of them clients pay to. */

const upiIdError = { error: 'Enter a UPI ID such as name@bank' }

const details = z.object({
  name: line('Please enter a name for the account', 60),
  accountNumber: bankDetailsInput.shape.accountNumber,
  ifsc: bankDetailsInput.shape.ifsc,
  upiId: z.string(upiIdError).check(z.trim(), z.regex(upiIdPattern, upiIdError)),
  upiName: line('Please enter the name that payers see', 99),
  /** Clients pay deposits and charges to this account, and to no other. */
  receives: z.boolean(),
})
export type BrokerBankDetails = z.output<typeof details>

/** Number and IFSC are missing on the account made from the settings, until they are entered. */
const account = z.extend(details, {
  _id: id,
  accountNumber: z.optional(z.string()),
  ifsc: z.optional(z.string()),
})
export type BrokerBank = z.output<typeof account>

export const brokerBankErrors = {
  taken: { status: 409, message: 'An account with this number and IFSC already exists' },
  noReceiver: { status: 409, message: 'Clients pay to this account. Choose another account for that first.' },
  notValidated: { status: 422, message: 'Enter a validated UPI handle for brokers, such as name.brk@validbank' },
} as const

const { taken, noReceiver, notValidated } = brokerBankErrors

export const brokerBankCalls = {
  list: call('GET /desk/bank-accounts', 'ledger.read', {
    does: 'The broker’s bank accounts, by name.',
    reply: z.array(account),
  }),
  add: call('POST /desk/bank-accounts', 'operator.manage', {
    does: 'Adds a bank account; from the second administrator on, one of them must approve it.',
    body: details,
    reply: z.extend(account, secondFields),
    errors: [taken, notValidated],
  }),
  edit: call('PUT /desk/bank-accounts/:accountId', 'operator.manage', {
    does: 'Changes a bank account, its UPI handle, or where clients pay; from the second administrator on, one of them must approve it.',
    body: details,
    reply: z.extend(account, secondFields),
    errors: [taken, noReceiver, notValidated],
  }),
}
