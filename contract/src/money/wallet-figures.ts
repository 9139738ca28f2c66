import * as z from 'zod/mini'
import { moment, rupeesOut } from '../platform/field.ts'

/** wallet-figures: the figures of a client, in rupees, for the portal and for the desk. */

export const walletFigures = z.object({
  balance: rupeesOut,
  investedAmount: rupeesOut,
  cashback: rupeesOut,
  loanAmount: rupeesOut,
  /** In pending withdrawals. */
  withheld: rupeesOut,
  /** The balance, which has no loan money in it, without what is held for trades (`freeOf` in `core/ledger/ledger.ts`). */
  withdrawable: rupeesOut,
  /** End of the pause after a change of bank details. */
  withdrawalsFrom: z.optional(moment),
  /** From sales, not withdrawable yet; absent where there is nothing, as the two figures after it. */
  unsettled: z.optional(rupeesOut),
  /** The part of `unsettled` that pays for purchases now. */
  usableUnsettled: z.optional(rupeesOut),
  /** Owed for executed trades; money added pays it first. */
  dues: z.optional(rupeesOut),
  /** The parts of `unsettled` by the day of their pay-out, the earliest first. */
  proceeds: z.optional(z.array(z.object({ amount: rupeesOut, settlesOn: z.iso.date() }))),
})
