import * as z from 'zod/mini'
import { call, changeLimit } from '../platform/call.ts'
import { confirmation, confirmationErrors } from '../core/confirmation.ts'
import { messageReply, personName } from '../platform/field.ts'
import { conflict } from '../platform/error.ts'
import { ifscOf, lettersOf } from '../platform/code-text.ts'

/** bank: where a client's withdrawals are paid. */

export const bankRules = {
  ifscLength: 11,
  /**
   * Withdrawals pause this long after a change of the account, e-mail or mobile, and with `STEP_UP=on` after the first details
   * (settled, sections 6 and 13). Nobody can shorten it.
   */
  coolOffHours: 24,
} as const

export const bankTexts = {
  pause: `For your safety, withdrawals pause for ${bankRules.coolOffHours} hours after a change.`,
  firstPause: `For your safety, withdrawals start ${bankRules.coolOffHours} hours after you add bank details.`,
  otherHolder:
    'The account holder name differs from the name on your PAN card. We can pay withdrawals only to your own account, so please check it.',
} as const

export const maskAccountNumber = (accountNumber: string): string =>
  accountNumber === '' ? '' : `••••${accountNumber.slice(-4)}`

/** Empty strings until the client adds them. */
export const bankDetails = z.object({ accountHolderName: z.string(), accountNumber: z.string(), ifsc: z.string() })

/** Section 5. */
export const accountHolderPattern = /^[\p{L}\p{M}\p{Join_Control} .]+$/u

/** Bank, a zero and branch; a regular expression within another text. */
export const ifscForm = '[A-Z]{4}0[A-Z0-9]{6}'
export const ifscPattern = new RegExp(`^${ifscForm}$`)

export const bankDetailsInput = z.object({
  accountHolderName: personName(
    'Account holder name is required',
    accountHolderPattern,
    'Only letters, spaces, and dots allowed',
  ),
  accountNumber: z
    .string({ error: 'Account number is required' })
    .check(
      z.overwrite(lettersOf),
      z.minLength(1, { error: 'Account number is required', abort: true }),
      z.regex(/^\d{9,18}$/, { error: 'Account number should be 9-18 digits' }),
    ),
  ifsc: z
    .string({ error: 'IFSC code is required' })
    .check(
      z.overwrite(ifscOf),
      z.minLength(1, { error: 'IFSC code is required', abort: true }),
      z.regex(ifscPattern, { error: 'Invalid IFSC code format' }),
    ),
})

/** After a change of bank details (settled, section 6). */
export const coolingOff = (until: string, byContact = false) =>
  conflict(
    `Your ${byContact ? 'email address or mobile number' : 'bank details'} changed recently. You can withdraw again after ${until}.`,
  )

export const bankCalls = {
  ifsc: call('GET /user/ifsc/:code', 'client', {
    words: { code: undefined },
    does: 'The bank of an IFSC, and the branch if known. An unknown code is a warning, not an error: new ones appear every month.',
    reads: [],
    reply: z.object({ known: z.boolean(), bank: z.optional(z.string()), branch: z.optional(z.string()) }),
  }),
  update: call('PUT /user/profile/update/:userId', 'client', {
    limit: changeLimit,
    does: 'Saves the bank details, mails a notice and, after a change, pauses withdrawals.',
    body: z.object({
      bankDetails: z.object(bankDetailsInput.shape, { error: 'Please enter your bank details' }),
      confirmation,
    }),
    /** `notes`: notes for the client, such as a pause of withdrawals. */
    reply: z.extend(messageReply, { bankDetails, notes: z.optional(z.array(z.string())) }),
    errors: [confirmationErrors.fromMail('the bank details of Asha Rao, account ••••9012, IFSC HDFC0001234')],
  }),
}
