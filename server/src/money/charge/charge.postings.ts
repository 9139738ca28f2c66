import type { BankBooking } from '../../core/ledger/bank-account.ts'
import type { Journal } from '../../core/ledger/ledger.ts'
import type { ChargeRow } from './charge.sql.ts'

/** Paid outside the wallet: no client account moves. The amount is income, the GST a liability. */
export const chargeApproved = ({ id, client_id, amount, gst }: ChargeRow, bank: BankBooking | undefined): Journal => ({
  event: 'charge.approved',
  clientId: client_id,
  causeId: id,
  bank,
  postings: [
    { from: 'bank', to: 'fees', paise: amount },
    { from: 'bank', to: 'gst', paise: gst },
  ],
})
