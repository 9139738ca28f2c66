import { calendarCalls } from '@sauda/contract/core/calendar'
import { closingPriceCalls } from '@sauda/contract/trading/closing-price'
import { marketCalls, marketRules } from '@sauda/contract/trading/market'
import type { AppContext } from '../../app/app-context.ts'
import { findActiveSessions } from '../../core/session/session.ts'
import { latestRead } from '../../platform/latest-read.ts'
import { createBoard } from './board.ts'
import { importList, previewList } from './calendar.file.ts'
import { addDay, calendarOf, loadCalendar, removeDay } from './calendar.ts'
import { candles, charts, closes, withSamplePairs } from './chart.ts'
import { closes as lastCloses, closingPriceRoutes } from '../closing-price/closing-price.ts'
import { securityRoutes } from '../security/security.ts'
import { createHub } from './hub.ts'
import { addInstrument, editInstrument, findInstrument, listInstruments } from './instrument.ts'
import { tradingDays } from './trading-day.ts'
import { openSource } from './feed.ts'

/** How soon browsers learn that the feed is down or back. */
const feedMilliseconds = 1000
/** How soon a change of the calendar in another process is known. */
const calendarMilliseconds = 10_000
/** How soon closing prices that another process imported are known. */
const closesMilliseconds = 30_000

export async function marketRoutes(context: AppContext) {
  const { mount, db, config, every } = context
  const board = createBoard({ hasFeed: config.feedUrl !== undefined })
  const hub = createHub(board, (ids) => findActiveSessions(db, ids))
  const source = await openSource(context, board)

  const quotes = async (symbols: readonly string[]) => ({ clock: board.clock(), quotes: symbols.map(board.quote) })
  mount(marketCalls.quotes, ({ query }) => quotes(query.symbols))
  mount(marketCalls.deskQuotes, ({ query }) => quotes(query.symbols))
  mount(marketCalls.prices, async ({ client, query, reply }) =>
    hub.open(reply, { sessionId: client.sessionId, ownerId: client.id }, query.symbols),
  )
  mount(marketCalls.deskPrices, async ({ operator, query, reply }) =>
    hub.open(reply, { sessionId: operator.sessionId, ownerId: operator.id }, query.symbols),
  )
  const loadCloses = latestRead(
    async () => withSamplePairs(await lastCloses(db)),
    (all) => board.setCloses(all),
  )
  await loadCloses()
  every(closesMilliseconds, 'closing prices', loadCloses)
  closingPriceRoutes(context, loadCloses)
  securityRoutes(context, loadCloses)
  mount(marketCalls.charts, ({ client }) => charts(context, client.id, board.quote))
  mount(marketCalls.candles, ({ query }) => candles(context, query))
  mount(closingPriceCalls.closes, ({ query }) => closes(context, query.symbol))

  await loadCalendar(db)
  every(calendarMilliseconds, 'trading calendar', () => loadCalendar(db))
  mount(calendarCalls.list, ({ query }) => calendarOf(db, query.year))
  mount(calendarCalls.add, (given) => addDay(context, given))
  mount(calendarCalls.remove, (given) => removeDay(context, given))
  mount(calendarCalls.previewList, (given) => previewList(context, given))
  mount(calendarCalls.importList, (given) => importList(context, given))

  mount(marketCalls.instruments, ({ query }) => listInstruments(db, query))
  mount(marketCalls.addInstrument, async (given) => {
    const added = await addInstrument(context, given)
    await source.refresh()
    return added
  })
  mount(marketCalls.editInstrument, (given) => editInstrument(context, given))

  every(marketRules.paceMilliseconds, 'prices', hub.flush)
  every(marketRules.clockSeconds * 1000, 'price clock', hub.sendClock)
  every(marketRules.sessionCheckSeconds * 1000, 'price streams of ended sessions', hub.endExpired)
  let lastFeed = board.feed()
  every(feedMilliseconds, 'feed comes and goes', async () => {
    if (board.feed() === lastFeed) return
    lastFeed = board.feed()
    await hub.sendClock()
  })
  return {
    /** Dependencies of booking a trade. */
    trading: {
      instrument: findInstrument,
      /** From memory, without a query. */
      last: board.quote,
      days: tradingDays,
      // Only exchange-traded contracts on currencies may be offered to clients.
      buysPairs: config.mode === 'demo',
    },
    loadCloses,
    endStreams: hub.endSession,
    close() {
      source.close()
      hub.close()
    },
  }
}
