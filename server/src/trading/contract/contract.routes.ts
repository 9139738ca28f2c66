import { contractCalls } from '@sauda/contract/trading/contract'
import { tradeDayCalls } from '@sauda/contract/trading/trade-day'
import type { RouteContext } from '../../app-context.ts'
import { bookDay, contractsOf, listDays, tradeDays } from './contract.ts'
import { type BookContext, bookDays } from './contract.book.ts'
import { adjustLevies } from './contract.levies.ts'

const bookMilliseconds = 2000

export function contractRoutes(context: RouteContext & BookContext) {
  const { mount, mountCommand, db, every } = context
  mount(contractCalls.days, () => listDays(db))
  mount(contractCalls.day, ({ query }) => contractsOf(db, query.day))
  mount(tradeDayCalls.days, ({ client, query }) => tradeDays(db.historyReader(), client.id, query))
  mountCommand(contractCalls.book, (tx, given) => bookDay(context, tx, given))
  every(bookMilliseconds, 'booking of trade days', async () => {
    await bookDays(context)
    await adjustLevies(db)
  })
}
