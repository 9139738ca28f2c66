import { formatRupees, paiseOf } from '@sauda/contract/platform/money'
import type { Portfolio } from '@sauda/contract/trading/trade'
import { Card } from '@sauda/ui/card'
import { AmountText, Money } from '@sauda/ui/money'
import { LinePlot } from '@sauda/ui/line-plot'
import { axisText } from '@sauda/ui/plot'
import { Segments } from '@sauda/ui/radio-group'
import { sentence } from '@sauda/ui/sentence'
import { Row, Stack } from '@sauda/ui/stack'
import { useState } from 'react'
import { formatDate } from '@sauda/web/date-time'
import { useToday } from '@sauda/web/server-clock'
import { HiddenTable } from '../../shell/hidden-table.tsx'
import { traceProfit } from './trade.ts'
import { tradeText } from './trade.text.ts'

type Range = Portfolio['ranges'][number]['range']

export function ProfitOverTime({ portfolio }: { portfolio: Pick<Portfolio, 'days' | 'ranges'> }) {
  const [selected, setSelected] = useState<Range>('All')
  const range = portfolio.ranges.find((each) => each.range === selected)
  const { from = '', profitLoss = 0 } = range ?? {}
  const days = portfolio.days.filter(({ date }) => date >= from)
  const points = profitPoints({ days, totalPnL: profitLoss })
  const [first] = points
  return (
    <Card title="Profit and loss over time">
      <Stack as="figure" gap={2}>
        <Segments
          label="Period"
          options={portfolio.ranges.map((each) => ({ value: each.range, label: each.range }))}
          value={selected}
          onValueChange={setSelected}
        />
        <Row as="figcaption" align="baseline" gap="0 2" className="note">
          <Money
            amount={paiseOf(profitLoss)}
            size="large"
            change
            onTrace={traceProfit('Realised P&L', profitLoss, days)}
          />
          <span>{from === '' ? tradeText.realisedInTotal : tradeText.realisedSince(formatDate(from))}</span>
        </Row>
        {first ? <Line key={selected} points={points} since={first.date} /> : <p>{tradeText.noSalesInRange}</p>}
        <HiddenTable
          label="Realised profit and loss by day"
          headers={['Date', 'Realised that day', 'Running total']}
          rows={points.map(({ date, change, sum }) => [
            formatDate(date),
            <Money key="change" amount={change} change />,
            <Money key="sum" amount={sum} change />,
          ])}
        />
      </Stack>
    </Card>
  )
}

function Line({ points, since }: { points: ReturnType<typeof profitPoints>; since: string }) {
  const today = useToday()
  const { line, zero, high, low, xs } = profitShape(points, today)
  const stops = points.map(({ date, change, sum }, index) => {
    const day = formatDate(date)
    return {
      x: xs[index] ?? 0,
      shown: sentence(tradeText.readOut, {
        day,
        change: <Money amount={change} change />,
        sum: <Money amount={sum} change />,
      }),
      text: tradeText.readOut
        .replace('{day}', day)
        .replace('{change}', formatRupees(change))
        .replace('{sum}', formatRupees(sum)),
    }
  })
  return (
    <LinePlot
      label="Realised profit and loss by day"
      line={line}
      stops={stops}
      split={zero}
      rule={zero}
      scale={[high, ...(low === high ? [] : [low])].map((each) => (
        <AmountText key={String(each)}>{axisText(Math.round(Number(each) / 100), '₹')}</AmountText>
      ))}
      from={since !== today && formatDate(since)}
      to="Today"
      isPrivate
      tall
    />
  )
}

type DailyProfit = Pick<Portfolio, 'totalPnL'> & {
  days: readonly Pick<Portfolio['days'][number], 'date' | 'profitLoss'>[]
}

/** A point per day with a sale: the profit of that day, and of all days up to it, in paise. */
export function profitPoints({ days, totalPnL }: DailyProfit) {
  const known = days.reduce((sum, { profitLoss }) => sum + paiseOf(profitLoss), 0n)
  let sum = paiseOf(totalPnL) - known
  return days.map(({ date, profitLoss }) => {
    const change = paiseOf(profitLoss)
    sum += change
    return { date, change, sum }
  })
}

/**
 * The line in coordinates from 0 to 1, from the left and from the top, level between sales, and the height of zero profit.
 * `high` and `low`: paise at the edges; `xs`: the points. From the day before the first point to the end of `today`, always including zero.
 */
export function profitShape(points: ReturnType<typeof profitPoints>, today: string) {
  const [first] = points
  if (!first) return { line: [], zero: 0.5, high: 0n, low: 0n, xs: [] }
  const start = dayNumber(first.date) - 1
  const days = Math.max(dayNumber(today), dayNumber(points.at(-1)?.date ?? today)) + 1 - start
  const before = Number(first.sum - first.change)
  const sums = [0, before, ...points.map(({ sum }) => Number(sum))]
  const [low, high] = [Math.min(...sums), Math.max(...sums)]
  const y = (sum: number): number => (high === low ? 0.5 : (high - sum) / (high - low))
  const x = (day: number): number => (day - start) / days
  const line: [number, number][] = [[0, y(before)]]
  let last = before
  for (const { date, sum } of points) {
    line.push([x(dayNumber(date)), y(last)], [x(dayNumber(date)), y(Number(sum))])
    last = Number(sum)
  }
  line.push([1, y(last)])
  const xs = points.map(({ date }) => x(dayNumber(date)))
  return { line, zero: y(0), high: BigInt(high), low: BigInt(low), xs }
}

const dayNumber = (date: string): number => Date.parse(date) / 86_400_000
