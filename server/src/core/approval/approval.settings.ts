import { approvalModes } from '@sauda/contract/core/approval'
import { moneyRules, paiseOf } from '@sauda/contract/platform/money'
import * as z from 'zod/mini'
import { wholeNumber } from '../../platform/settings.ts'

const rupees = (preset: number) =>
  z._default(wholeNumber(`must be whole rupees, such as ${preset}`, 0, moneyRules.maximumRupees), preset)
const hours = (preset: number) => z._default(wholeNumber(`must be whole hours, such as ${preset}`, 0, 24 * 365), preset)

export const approvalVariables = {
  APPROVALS: z._default(z.enum(approvalModes, { error: 'must be policy or single' }), 'policy'),
  APPROVAL_DEPOSIT_CLIENT: rupees(10_000),
  APPROVAL_DEPOSIT_OPERATOR: rupees(100_000),
  APPROVAL_DEPOSIT_REPEATED: rupees(200_000),
  WITHDRAWAL_SECOND_APPROVAL: rupees(50_000),
  APPROVAL_WITHDRAWAL_OPERATOR: rupees(500_000),
  APPROVAL_TRADE_PERCENT: z._default(wholeNumber('must be a whole percentage, such as 5', 0, 100), 5),
  APPROVAL_TRADE_PROFIT: rupees(10_000),
  APPROVAL_TRADE_DIFFERENCE: rupees(10_000),
  APPROVAL_LEVY_DIFFERENCE: rupees(1),
  APPROVAL_LOAN: rupees(100_000),
  APPROVAL_BANK_EXCEPTIONS: rupees(10_000),
  EXPORTS_PER_OPERATOR: z._default(wholeNumber('must be a whole number from 1, such as 20', 1, 100_000), 20),
  APPROVAL_NEW_OPERATOR_HOURS: hours(24),
  APPROVAL_ADDED_BY_HOURS: hours(72),
}
const schema = z.object(approvalVariables)

/** Amounts in paise (settled, section 11). */
export const approvalSettings = (e: z.infer<typeof schema>) => ({
  approvals: {
    mode: e.APPROVALS,
    /** Deposits without a bank line that one operator may approve per client, or in total, and day. */
    depositPerClient: paiseOf(e.APPROVAL_DEPOSIT_CLIENT),
    depositPerOperator: paiseOf(e.APPROVAL_DEPOSIT_OPERATOR),
    /** Above it a later statement must repeat the bank line of a deposit. */
    depositRepeated: paiseOf(e.APPROVAL_DEPOSIT_REPEATED),
    /** Withdrawals that one operator may approve per client, or in total, in 24 hours. */
    withdrawalPerClient: paiseOf(e.WITHDRAWAL_SECOND_APPROVAL),
    withdrawalPerOperator: paiseOf(e.APPROVAL_WITHDRAWAL_OPERATOR),
    /** Largest difference from the last price, in percent. */
    tradePercent: BigInt(e.APPROVAL_TRADE_PERCENT),
    /** Profit of sales of purchases of the last five trading days, per client. */
    tradeProfit: paiseOf(e.APPROVAL_TRADE_PROFIT),
    /** Gains and losses of clients against the last price from the trades of one dealer and day, and losses on what the dealer bought. */
    tradeDifference: paiseOf(e.APPROVAL_TRADE_DIFFERENCE),
    /** Per client and side, between an STT or stamp duty file and what was computed. */
    levyDifference: paiseOf(e.APPROVAL_LEVY_DIFFERENCE),
    loanPerClient: paiseOf(e.APPROVAL_LOAN),
    /** Bank charges, interest and entries closed with a note that one operator may book in 24 hours. */
    bankExceptions: paiseOf(e.APPROVAL_BANK_EXCEPTIONS),
    /** Files with clients' data that one operator may export in 24 hours. */
    exportsPerOperator: e.EXPORTS_PER_OPERATOR,
    newOperatorHours: e.APPROVAL_NEW_OPERATOR_HOURS,
    addedByHours: e.APPROVAL_ADDED_BY_HOURS,
  },
})
