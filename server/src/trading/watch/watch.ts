import type { Quote } from '@sauda/contract/trading/market'
import type { Reply } from '@sauda/contract/platform/call'
import { decimalText, decimalOf, formatPrice } from '@sauda/contract/platform/decimal'
import { AppError, commonErrors } from '@sauda/contract/platform/error'
import { watchCalls, watchErrors, watchRules } from '@sauda/contract/trading/watch'
import type { AppContext } from '../../app/app-context.ts'
import { requireRow, type Sql, type Tx } from '../../platform/db.ts'
import { newId } from '../../platform/id.ts'
import type { RequestInput } from '../../platform/mount.ts'
import { searchInstruments } from '../market/market.sql.ts'
import {
  alertedSymbols,
  type AlertRow,
  deleteAlert,
  deleteUsedAlerts,
  deleteWatch,
  fireAlert,
  insertAlert,
  insertWatch,
  isInstrument,
  lockClient,
  reachedAlerts,
  selectAlerts,
  selectWatched,
  type FiredRow,
} from './watch.sql.ts'
import type { Config } from '../../config.ts'
import { amountBlock, buttonBlock, composeMail, contactLine, type Recipient } from '../../core/mail/mail.ts'

type Calls = typeof watchCalls
type Given = Pick<RequestInput<Calls['list']>, 'client' | 'ip'>

async function watchlist(sql: Sql, clientId: string): Promise<Reply<Calls['list']>> {
  const [rows, alerts] = [await selectWatched(sql, clientId), await selectAlerts(sql, clientId)]
  const bySymbol = Map.groupBy(alerts, ({ symbol }) => symbol)
  return { watched: rows.map((row) => ({ ...row, alerts: (bySymbol.get(row.symbol) ?? []).map(viewOf) })) }
}

const viewOf = ({ id, side, price, created_at, fired_at, fired_price }: AlertRow) => ({
  _id: id,
  side,
  price,
  createdAt: created_at.toISOString(),
  ...(fired_at !== null && fired_price !== null && { fired: { price: fired_price, at: fired_at.toISOString() } }),
})

async function findInstruments(sql: Sql, search: string): Promise<Reply<Calls['find']>> {
  const rows = await searchInstruments(sql, search, { after: '', limit: watchRules.found })
  return { instruments: rows.map(({ symbol, name }) => ({ symbol, name })) }
}

/** One change of a client's list, with its audit row; undefined if it changes nothing. */
type Change = (tx: Tx, clientId: string) => Promise<{ readonly action: string; readonly after: object } | undefined>

const change = (context: AppContext, { client, ip }: Given, carryOut: Change) =>
  context.db.transaction(async (tx) => {
    await requireRow(lockClient(tx, client.id))
    const done = await carryOut(tx, client.id)
    if (done) {
      await context.audit(tx, { by: { client, ip }, subjectId: client.id, ...done })
      await context.notifyScreens(tx, { clientId: client.id }, 'market')
    }
    return watchlist(tx, client.id)
  })

const addSymbol = (context: AppContext, given: RequestInput<Calls['add']>) =>
  change(context, given, async (tx, clientId) => {
    const { symbol } = given.body
    const watched = await selectWatched(tx, clientId)
    if (watched.some((each) => each.symbol === symbol)) return undefined
    if (!(await isInstrument(tx, symbol))) throw new AppError(watchErrors.unknownSymbol)
    if (watched.length >= watchRules.symbols) throw new AppError(watchErrors.full)
    await insertWatch(tx, clientId, symbol)
    return { action: 'watch.add', after: { symbol } }
  })

const removeSymbol = (context: AppContext, given: RequestInput<Calls['remove']>) =>
  change(context, given, async (tx, clientId) => {
    const { symbol } = given.body
    if ((await deleteWatch(tx, clientId, symbol)) === 0) return undefined
    return { action: 'watch.remove', after: { symbol } }
  })

const addAlert = (context: AppContext, given: RequestInput<Calls['addAlert']>) =>
  change(context, given, async (tx, clientId) => {
    const { symbol, side } = given.body
    const price = decimalText(given.body.price)
    const watched = await selectWatched(tx, clientId)
    if (!watched.some((each) => each.symbol === symbol)) throw new AppError(watchErrors.notWatched)
    const open = (await selectAlerts(tx, clientId)).filter(({ fired_at }) => fired_at === null)
    if (open.some((each) => each.symbol === symbol && each.side === side && each.price === price)) return undefined
    if (open.length >= watchRules.alerts) throw new AppError(watchErrors.tooManyAlerts)
    await insertAlert(tx, clientId, { id: newId(), symbol, side, price })
    await deleteUsedAlerts(tx, clientId, watchRules.usedAlerts)
    return { action: 'watch.alert', after: { symbol, side, price } }
  })

const removeAlert = (context: AppContext, given: RequestInput<Calls['removeAlert']>) =>
  change(context, given, async (tx, clientId) => {
    const { alertId } = given.params
    if ((await deleteAlert(tx, clientId, alertId)) === 0) throw new AppError(commonErrors.notFound)
    return { action: 'watch.alert.remove', after: { alertId } }
  })

/** Alerts used in one run; the rest follow in the next. */
const mostFired = 500

/** Informs each client once whose alert a price or close later than the alert has reached; a stale price reaches none. */
export async function fireAlerts(context: AppContext, quote: (symbol: string) => Quote): Promise<void> {
  const quotes = (await alertedSymbols(context.db)).flatMap((symbol) => {
    const { price, at, state } = quote(symbol)
    return price !== undefined && at !== undefined && state !== 'stale' ? [{ symbol, price, at }] : []
  })
  if (quotes.length === 0) return
  for (const { id, observed } of await reachedAlerts(context.db, quotes, mostFired))
    await context.db.transaction(async (tx) => {
      const fired = await fireAlert(tx, id, observed)
      if (!fired) return
      const { client_id: clientId, symbol, side, price } = fired
      await context.audit(tx, {
        by: 'system',
        action: 'watch.alert.fire',
        subjectId: clientId,
        after: { symbol, side, price, observed },
      })
      await context.inform(tx, alertMail(context.config, fired, fired, observed), { clientId, topic: 'market' })
      await context.notifyScreens(tx, { clientId }, 'market')
    })
}

export function watchRoutes(context: AppContext, quote: (symbol: string) => Quote): void {
  const { mount, db, every } = context
  mount(watchCalls.list, ({ client }) => watchlist(db, client.id))
  mount(watchCalls.find, ({ query }) => findInstruments(db, query.search))
  mount(watchCalls.add, (given) => addSymbol(context, given))
  mount(watchCalls.remove, (given) => removeSymbol(context, given))
  mount(watchCalls.addAlert, (given) => addAlert(context, given))
  mount(watchCalls.removeAlert, (given) => removeAlert(context, given))
  every(watchRules.checkMilliseconds, 'price alerts', () => fireAlerts(context, quote))
}

const priceText = (price: string): string => formatPrice(decimalOf(price) ?? 0n)

function alertMail(
  { publicUrl, supportEmail }: Pick<Config, 'publicUrl' | 'supportEmail'>,
  client: Recipient,
  { symbol, side, price }: FiredRow,
  observed: string,
) {
  return composeMail(client, `${symbol} is at ${priceText(observed)}, ${side} ${priceText(price)}`, [
    amountBlock(symbol, priceText(observed)),
    `You asked to be informed when ${symbol} is at or ${side} ${priceText(price)}. This alert is now off.`,
    buttonBlock('View your watchlist', `${publicUrl}/account/watchlist`),
    contactLine(supportEmail),
  ])
}
