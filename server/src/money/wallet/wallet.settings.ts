import { liveUpiIdPattern, upiIdPattern } from '@sauda/contract/money/broker-bank'
import * as z from 'zod/mini'
import { plainText, type LiveRule } from '../../platform/settings.ts'

export const walletVariables = {
  UPI_ID: z._default(
    z.string().check(z.regex(upiIdPattern, { error: 'must look like name@bank' })),
    'demo.cannot-receive-money@sauda',
  ),
  UPI_NAME: z._default(plainText(99), 'Sauda Demo'),
}
const schema = z.object(walletVariables)
type WalletVariables = z.infer<typeof schema>

export const walletLiveRules = (e: WalletVariables): LiveRule[] => [
  [liveUpiIdPattern.test(e.UPI_ID), 'UPI_ID: an @valid UPI handle (name.brk@validbank) is needed in live mode'],
]

export const walletSettings = (e: WalletVariables) => ({
  upiId: e.UPI_ID,
  upiName: e.UPI_NAME,
})
