import { moneyRules, paiseOf } from '@sauda/contract/platform/money'
import * as z from 'zod/mini'
import { wholeNumber } from '../../platform/settings.ts'

export const payoutVariables = {
  SETTLEMENT_MINIMUM: z._default(wholeNumber('must be whole rupees, such as 1', 0, moneyRules.maximumRupees), 1),
}
const schema = z.object(payoutVariables)

/** Paise; a smaller balance is not returned by a settlement. */
export const payoutSettings = (e: z.infer<typeof schema>) => ({ settlementMinimum: paiseOf(e.SETTLEMENT_MINIMUM) })
