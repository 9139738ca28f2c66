import * as z from 'zod/mini'
import { call } from '../platform/call.ts'
import { commonErrors } from '../platform/error.ts'
import { rupeesOut } from '../platform/field.ts'
import { statementEvent } from '../books/statement.ts'
import { tradeView } from './trade.ts'

/** position: a purchase with its sales and ledger entries. */

const positionView = z.extend(tradeView, {
  /** Cost paid with the client's own money; with `loanPart` the whole `cost`. */
  ownPart: rupeesOut,
  /** Calendar days in India, to today or to the last sale. */
  daysHeld: z.number(),
  /** Profit and loss of its sales. */
  realised: rupeesOut,
  /** The newest 200, newest first. */
  sales: z.array(tradeView),
  /** Events of the purchase and of these sales, newest first. */
  events: z.array(statementEvent),
})
export type Position = z.infer<typeof positionView>

export const positionCalls = {
  position: call('GET /user/trade/position/:userId/:tradeId', 'client', {
    does: 'One position: cost, own and borrowed share, days held, sales and ledger entries. `tradeId` is the _id of its purchase or of one of its sales.',
    reads: ['trade'],
    reply: positionView,
    errors: [commonErrors.notFound],
  }),
}
