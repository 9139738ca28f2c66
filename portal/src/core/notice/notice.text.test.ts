import { type Notification, tradesOfDay } from '@sauda/contract/core/notice'
import { expect, test } from 'vitest'
import { merged, mergedText } from './notice.text.tsx'

const row = (text: string, at: string, topic: Notification['topic'] = 'trade'): Notification => ({
  _id: `${text} ${at}`,
  topic,
  text,
  at,
})
const shown = (rows: readonly Notification[]) =>
  merged(rows).map(([first, ...others]) => first && mergedText(first, others.length + 1))

test('the trade days of one import are one row, those of another are not', () => {
  const days = ['30 Nov 2026', '27 Nov 2026', '3 Nov 2026'].map(tradesOfDay.text)
  const [last = '', ...others] = days
  const rows = [
    row(last, '2026-12-01T13:00:10.000Z'),
    ...others.map((text, index) => row(text, `2026-12-01T12:25:4${index}.000Z`)),
    row(`${last} were cancelled`, '2026-12-01T12:25:45.000Z'),
  ]
  expect(shown(rows)).toEqual([last, 'Your trades of 2 days', `${last} were cancelled`])
})

test('notifications with the same text are one row', () => {
  const text = 'Bought: 10 TCS at ₹3,031.00'
  expect(shown([row(text, '2026-11-23T07:05:00.000Z'), row(text, '2026-11-23T09:05:00.000Z')])).toEqual([
    `${text} · 2 times`,
  ])
})
