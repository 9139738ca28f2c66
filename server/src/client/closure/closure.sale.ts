import { type closureCalls, closureErrors, closureTexts } from '@sauda/contract/client/closure'
import { AppError } from '@sauda/contract/platform/error'
import type { AppContext } from '../../app/app-context.ts'
import type { Actor } from '../../core/audit/audit.ts'
import { lockClientToChange } from '../../core/ledger/client.sql.ts'
import { recipientOf } from '../../core/mail/mail.ts'
import { requireRow, type Tx } from '../../platform/db.ts'
import { newId } from '../../platform/id.ts'
import type { RequestInput } from '../../platform/mount.ts'
import { saleClosedMail, saleDoneMail, saleSentMail } from './closure.mail.ts'
import { endSale, findUnended, insertSale, lockSale, selectSellable, selectSold } from './closure.sale.sql.ts'
import { readClosure } from './closure.view.ts'

type ClientInput = Pick<RequestInput<typeof closureCalls.requestSale>, 'client' | 'ip'>

/** Evidence that the client wants a dealer to call; it reserves, places and promises nothing (decision 0102). */
export async function requestSale(context: AppContext, tx: Tx, { client, ip }: ClientInput) {
  await requireRow(lockClientToChange(tx, client.id))
  const holdings = await selectSellable(tx, client.id)
  if (holdings.length === 0) throw new AppError(closureErrors.nothingToSell)
  if (await findUnended(tx, client.id)) throw new AppError(closureErrors.saleSent)
  const id = newId()
  const shown = closureTexts.sale
  const { sessionId } = client
  const { created_at: at } = await insertSale(tx, { id, clientId: client.id, holdings, shown, sessionId, ip })
  const by = { client, ip }
  await record(context, tx, {
    clientId: client.id,
    by,
    action: 'closure.sale-request',
    after: { saleId: id, holdings },
  })
  await inform(context, tx, client.id, saleSentMail(context.config, await recipientOf(tx, client.id), { at, holdings }))
  return { message: 'Sent to the dealing desk', view: await readClosure(context, tx, client.id) }
}

export async function cancelSale(context: AppContext, tx: Tx, { client, ip }: ClientInput) {
  await requireRow(lockClientToChange(tx, client.id))
  const open = await findUnended(tx, client.id)
  if (!open || (await endSale(tx, { id: open.id, outcome: 'cancelled' })) === 0)
    throw new AppError(closureErrors.saleEnded)
  const after = { saleId: open.id, outcome: 'cancelled' }
  await record(context, tx, { clientId: client.id, by: { client, ip }, action: 'closure.sale-cancel', after })
  return { message: 'Request cancelled', view: await readClosure(context, tx, client.id) }
}

/** By a dealer who could not sell, such as after a call in which the client decided otherwise. */
export async function closeSale(
  context: AppContext,
  tx: Tx,
  { operator, ip, params: { saleId: id }, body: { reason } }: RequestInput<typeof closureCalls.closeSale>,
) {
  const { client_id: clientId, ended_at: endedAt } = await requireRow(lockSale(tx, id))
  if (endedAt !== null) throw new AppError(closureErrors.saleEnded)
  await endSale(tx, { id, outcome: 'closed', reason, operatorId: operator.id })
  const after = { saleId: id, outcome: 'closed', reason }
  await record(context, tx, { clientId, by: { operator, ip }, action: 'closure.sale-close', after })
  await inform(context, tx, clientId, saleClosedMail(context.config, await recipientOf(tx, clientId), reason))
  return { message: 'Request closed' }
}

/** Ends the requests of clients who have nothing left to sell. */
export async function endSold(context: AppContext): Promise<void> {
  for (const { id, client_id: clientId } of await selectSold(context.db))
    await context.db.transaction(async (tx) => {
      await lockClientToChange(tx, clientId)
      if ((await selectSellable(tx, clientId)).length > 0 || (await endSale(tx, { id, outcome: 'done' })) === 0) return
      const after = { saleId: id, outcome: 'done' }
      await record(context, tx, { clientId, by: 'system', action: 'closure.sale-done', after })
      await inform(context, tx, clientId, saleDoneMail(context.config, await recipientOf(tx, clientId)))
    })
}

const inform = (context: AppContext, tx: Tx, clientId: string, mail: Parameters<AppContext['inform']>[1]) =>
  context.inform(tx, mail, { clientId, topic: 'trade' })

type SaleEvent = { readonly clientId: string; readonly by: Actor; readonly action: string; readonly after: object }

/** Screens of trades show it: the client's page, Today and Close Account. */
async function record({ audit, notifyScreens }: AppContext, tx: Tx, event: SaleEvent): Promise<void> {
  const { clientId, by, action, after } = event
  await audit(tx, { by, action, subjectId: clientId, after: { ...after } })
  await notifyScreens(tx, 'desk', 'client', clientId, ['desk', 'trade'], [{ clientId }, 'trade'])
}
