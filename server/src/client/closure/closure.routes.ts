import { closureCalls, closureRules } from '@sauda/contract/client/closure'
import type { AppContext } from '../../app/app-context.ts'
import { runIdempotent } from '../../core/idempotency/idempotency.ts'
import { withConfirmation } from '../../core/session/confirmation.ts'
import {
  cancel,
  close,
  type ClosureWallet,
  type DrawStatement,
  endOwnSession,
  reopenBooked,
  sendStatements,
} from './closure.ts'
import { cancelSale, closeSale, endSold, requestSale } from './closure.sale.ts'
import { readClosure } from './closure.view.ts'

export function closureRoutes(context: AppContext, wallet: ClosureWallet, drawStatement: DrawStatement): void {
  const { mount, mountCommand, db, every } = context
  mount(closureCalls.read, ({ client }) => readClosure(context, db, client.id))
  mount(closureCalls.close, async (given) => {
    const { client, ip, body } = given
    const reply = await withConfirmation(
      context,
      { client, ip, action: 'closure', confirmation: body.confirmation },
      (confirm) => runIdempotent(db, given, (tx) => close(context, wallet, tx, { client, ip, confirm })),
    )
    if (reply.view.closure?.status === 'closed') await endOwnSession(db, client)
    return reply
  })
  mountCommand(closureCalls.cancel, (tx, given) => cancel(context, wallet, tx, given))
  mountCommand(closureCalls.requestSale, (tx, given) => requestSale(context, tx, given))
  mountCommand(closureCalls.cancelSale, (tx, given) => cancelSale(context, tx, given))
  mountCommand(closureCalls.closeSale, (tx, given) => closeSale(context, tx, given))
  every(closureRules.bookedMilliseconds, 'requests to sell', () => endSold(context))
  every(closureRules.bookedMilliseconds, 'closed accounts with money', () => reopenBooked(context))
  every(closureRules.statementMilliseconds, 'final statements', () => sendStatements(context, drawStatement))
}
