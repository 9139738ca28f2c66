import { dayInIndia } from '../src/platform/india.ts'
import type { Things, Valid } from './call-things.ts'
import { tamper } from './tamper.ts'

/** Valid requests about a share that a client bought the day before. */
export function corporateActionCalls({ server, atDesk, desk, made, rich, buy, next }: Things) {
  const terms = async () => {
    // No job books the trade days that other requests released, and an action waits for them.
    await server.db.run('update trade_day set booked_at = now() where booked_at is null')
    const symbol = `ACT${next()}`
    await server.db.run(
      `insert into instrument (symbol, name, exchange, kind, lot, tick, fractional, aliases) values ($1, $1, 'NSE', 'share', 1, 0.05, false, '{}')`,
      [symbol],
    )
    const { _id } = await buy(await rich(), symbol, 3, 100)
    await tamper(server, 'update lot set acquired_on = acquired_on - 1 where id = $1', [_id])
    const exDate = dayInIndia(new Date())
    return { kind: 'consolidation', stockName: symbol, exDate, held: 2, given: 1, source: 'Notice of the company' }
  }
  const booked = async () => {
    const { stockName, ...rest } = await terms()
    await made(desk('corporate-actions', { stockName, ...rest }))
    const row = await server.db.row<{ id: string }>('select id from corporate_action where stock = $1', [stockName])
    return { actionId: row?.id ?? '' }
  }
  return {
    'corporate-action.preview': async () => atDesk({ body: await terms() }),
    'corporate-action.book': async () => atDesk({ body: await terms() }),
    'corporate-action.pay': async () =>
      atDesk({ params: await booked(), body: { price: 210.5, paidOn: dayInIndia(new Date()) } }),
    'corporate-action.reverse': async () => atDesk({ params: await booked(), body: { reason: 'Another ratio' } }),
  } satisfies Readonly<Record<string, () => Promise<Valid>>>
}
