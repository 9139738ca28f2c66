import type { Journal } from '../ledger/ledger.ts'
import type { ChargeRow } from './charge.sql.ts'

/** Paid outside the wallet: none of the client's figures moves. The broker earned the amount and owes the GST to the state. */
export function chargeApproved({ id, client_id, amount, gst }: ChargeRow): Journal {
  return {
    event: 'charge.approved',
    clientId: client_id,
    causeId: id,
    postings: [
      { from: 'bank', to: 'fees', paise: amount },
      { from: 'bank', to: 'gst', paise: gst },
    ],
  }
}
