import * as z from 'zod/mini'
import { id } from '../platform/field.ts'
import { conflict } from '../platform/error.ts'

/** The broker's bank account that received a deposit, if no bank line determines it. */

export const bankAccountErrors = {
  ofLine: conflict('The bank entry with this reference is of another bank account. Choose that account.'),
  ofWithdrawal: { status: 400, message: 'Only the approval of a deposit names a bank account' },
  ofFirst: conflict('The first approval named another bank account. Approve for the same one, or reject the deposit.'),
} as const

/** The bank account of a request that an operator decides. */
export const bankAccountChoice = {
  /** To choose from; absent with one account, and after the first approval. */
  bankAccounts: z.optional(z.array(z.object({ _id: id, name: z.string() }))),
  /** Named by the first of two approvals. */
  firstApprovalBankAccount: z.optional(z.string()),
}
