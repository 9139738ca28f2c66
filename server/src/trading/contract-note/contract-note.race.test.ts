import { expect, test } from 'vitest'
import { eventually } from '../../../test/events.ts'
import { signerSettings } from '../../../test/note-signer.ts'
import { testServer } from '../../../test/server.ts'
import { daysBefore } from '../../../test/trade.ts'
import { tradingDesk } from '../../../test/trading.ts'
import { dayInIndia } from '../../platform/india.ts'
import { yearOf } from './contract-note.issue.ts'

const server = await testServer({
  RATE_LIMITS: 'off',
  GSTIN: '27AAPFU0939F1ZV',
  LENDING: 'off',
  NOTE_PASSWORD: 'ucc',
  ...signerSettings(),
})
const { db } = server
const desk = await tradingDesk(server)
const { post, client, deal, bookDay, balanced } = desk
/** Three trading days of one financial year, whose notes have one sequence of numbers. */
const days = daysBefore(dayInIndia(new Date()), 60)
  .filter((day, _, [first = '']) => yearOf(day) === yearOf(first))
  .slice(0, 3)

test('30 requests at once for three days issue each note once, with numbers without gaps', async () => {
  const clients = [await client(20_000), await client(20_000), await client(20_000)]
  for (const day of days)
    await bookDay(
      day,
      clients.map((each) => deal(each, 'B', 1, '100.00')),
    )
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, at) => post('contract-notes', { day: days[at % days.length] })),
  )
  expect(answers.filter(({ status }) => status !== 200 && status !== 409)).toEqual([])
  const notes = () =>
    db.rows<{ number: number; about: string }>(
      `select number, client_id || ' ' || day as about from contract_note order by number`,
    )
  await eventually(async () => (await notes()).length === clients.length * days.length, 300)
  const issued = await notes()
  expect(issued.map(({ number }) => number)).toEqual(issued.map((_, at) => at + 1))
  expect(new Set(issued.map(({ about }) => about)).size).toBe(issued.length)
  await balanced()
})
