import { moneyRules, paiseOf } from '@sauda/contract/money'
import * as z from 'zod/mini'
import { plainText, wholeNumber, type LiveRule } from '../platform/settings.ts'

export const walletVariables = {
  UPI_ID: z._default(
    z.string().check(z.regex(/^[\w.-]{2,256}@[\w.-]{2,64}$/, { error: 'must look like name@bank' })),
    'demo.cannot-receive-money@sauda',
  ),
  UPI_NAME: z._default(plainText(99), 'Sauda Demo'),
  WITHDRAWAL_SECOND_APPROVAL: z._default(
    wholeNumber('must be whole rupees, such as 50000', 0, moneyRules.maximumRupees),
    50_000,
  ),
}
const schema = z.object(walletVariables)
type WalletVariables = z.infer<typeof schema>

export const walletLiveRules = (e: WalletVariables): LiveRule[] => [
  [
    /^[\w.-]+\.brk@valid[a-z]+$/i.test(e.UPI_ID),
    'UPI_ID: an @valid UPI handle (name.brk@validbank) is needed in live mode',
  ],
]

export const walletSettings = (e: WalletVariables) => ({
  upiId: e.UPI_ID,
  upiName: e.UPI_NAME,
  /** Paise; a larger withdrawal needs two operators. */
  secondApprovalAbove: paiseOf(e.WITHDRAWAL_SECOND_APPROVAL),
})
