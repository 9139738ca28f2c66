import { expect, test } from 'vitest'
import { testServer } from '../../../test/server.ts'
import { daysBefore, manyTrades } from '../../../test/trade.ts'
import { shareB, type TradingClient, tradingDesk } from '../../../test/trading.ts'
import { dateText, dayInIndia } from '../../platform/india.ts'

// What prevents a trade is the same in the preview, in the review of a second operator and in the booking.

const server = await testServer({ RATE_LIMITS: 'off', APPROVALS: 'policy' })
const { second, post, client, deal, bookDay } = await tradingDesk(server)
const [first = '', ...days] = daysBefore(dayInIndia(new Date()), 12)
// Adds the instrument.
await bookDay(first, [deal(await client(), 'B', 1, '10.00', { isin: shareB })])

type Typed = { readonly quantity: number; readonly day: string }
const order = ({ id }: TradingClient, { quantity, day }: Typed) => {
  const tradedAt = `${day}T05:00:00.000Z`
  return { clientId: id, stockName: 'DEMOBANK', quantity, price: 10, tradedAt }
}
async function fileOf({ id }: TradingClient, { quantity, day }: Typed) {
  const { body } = await server.call('GET', `/desk/clients/${id}`, { token: second.token })
  const heads = 'reference,client,action,stock,quantity,price,position,trade date,trade time'
  return { csv: `${heads}\nF${quantity},${body.saudaId},BUY,DEMOBANK,${quantity},10,,${day},10:30` }
}
/** A purchase and a file with a purchase that wait, because they are dated before the previous trading day. */
async function waitingTrades(of: TradingClient, day: string) {
  const bought = await post('trades/buy', order(of, { quantity: 1, day }))
  const file = await post('trades/import', await fileOf(of, { quantity: 2, day }))
  expect([bought.body, file.body]).toMatchObject([{ waitsForSecond: true }, { waitsForSecond: true }])
  const rows = await server.db.rows<{ id: string }>("select id from proposal where status = 'pending' order by id")
  return rows.slice(-2).map(({ id }) => id)
}
const obstacleOf = async (id: string) =>
  (await server.call('GET', `/desk/proposals/${id}`, { token: second.token })).body.obstacle

/** The answers of previews, bookings, reviews and an approval. */
async function answersOf(of: TradingClient, day: string, [purchase = '', file = '']: readonly string[]) {
  const csv = await fileOf(of, { quantity: 2, day })
  const { body: preview } = await post('trades/import/preview', csv)
  return {
    preview: (await post('trades/buy/preview', order(of, { quantity: 1, day }))).body.message,
    booking: (await post('trades/buy', order(of, { quantity: 1, day }))).body.message,
    review: await obstacleOf(purchase),
    line: preview.lines[0].problem,
    fileBooking: (await post('trades/import', csv)).body.message,
    fileReview: await obstacleOf(file),
    fileApproval: (await server.call('POST', `/desk/proposals/${file}/approve`, { token: second.token })).body.message,
  }
}
function sameAnswer(sentence: string) {
  const [ofTrade, ofFile] = [`${sentence}.`, `Line 2: ${sentence}. Nothing was booked.`]
  const ofFiles = { fileBooking: ofFile, fileReview: ofFile, fileApproval: ofFile }
  return { preview: ofTrade, booking: ofTrade, review: ofTrade, line: sentence, ...ofFiles }
}

test('a trade that an exchange’s file has booked meanwhile', async () => {
  const asha = await client(20_000)
  const [day = ''] = days
  const waiting = await waitingTrades(asha, day)
  await bookDay(
    day,
    [1, 2].map((quantity) => deal(asha, 'B', quantity, '10.00', { isin: shareB })),
  )
  const sentence = `This trade is booked already: it is in the NSE trade file of ${dateText(day)}`
  expect(await answersOf(asha, day, waiting)).toEqual(sameAnswer(sentence))
})

test('a purchase of a client who has reached the limit of open positions', async () => {
  const asha = await client(20_000)
  const [, day = ''] = days
  const waiting = await waitingTrades(asha, day)
  await manyTrades(server, asha, { pairs: 2000, openEvery: 1 })
  const sentence = 'The client has 2,000 open positions. Square off some of them first'
  expect(await answersOf(asha, day, waiting)).toEqual(sameAnswer(sentence))
})
