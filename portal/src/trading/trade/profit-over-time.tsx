import { formatRupees, paiseOf } from '@sauda/contract/platform/money'
import type { Portfolio } from '@sauda/contract/trading/trade'
import { Card } from '@sauda/ui/card'
import { AmountText, Money } from '@sauda/ui/money'
import { RadioGroup } from '@sauda/ui/radio-group'
import { sentence } from '@sauda/ui/sentence'
import { Row, Stack } from '@sauda/ui/stack'
import { useId, useState, type PointerEvent } from 'react'
import { formatDate, todayInIndia } from '@sauda/web/date-time'
import { HiddenTable } from '../../shell/hidden-table.tsx'
import styles from './portfolio-charts.module.css'
import { tradeText } from './trade.text.ts'

const [wide, high] = [600, 140]
/** Half the width of the line: a line at zero is green to its lower edge. */
const edge = 2

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
      {portfolio.days.length === 0 ? (
        <p className="soft">{tradeText.noProfit}</p>
      ) : (
        <Stack as="figure" gap={2}>
          <RadioGroup
            label="Period"
            hideLabel
            look="segmented"
            options={portfolio.ranges.map((each) => ({ value: each.range, label: each.range }))}
            value={selected}
            onValueChange={(value) => setSelected(value as Range)}
          />
          <Row as="figcaption" align="baseline" gap="0 2" className="note">
            <Money amount={paiseOf(profitLoss)} size="large" change />
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
      )}
    </Card>
  )
}

const rupeesText = (paise: bigint): string => formatRupees(BigInt(Math.round(Number(paise) / 100)) * 100n).slice(0, -3)

function Line({ points, since }: { points: ReturnType<typeof profitPoints>; since: string }) {
  const gradient = useId()
  const today = todayInIndia()
  const { line, zero, high: top, low } = profitShape(points, today)
  const path = line.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${x * wide} ${y * high}`).join('')
  const zeroOffset = (zero * high + edge) / (2 * high)
  const [read, setRead] = useState<Reading>()
  const onPointer = ({ currentTarget, clientX }: PointerEvent<SVGSVGElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    setRead(readingAt(points, today, (clientX - left) / width))
  }
  return (
    <div className={styles.plot} aria-hidden="true">
      <p className={`sm tabular ${styles.readOut}`}>
        {read &&
          sentence(tradeText.readOut, {
            day: formatDate(read.date),
            change: <Money amount={read.change} change />,
            sum: <Money amount={read.sum} change />,
          })}
      </p>
      <svg
        className={styles.line}
        viewBox={`0 -4 ${wide} ${high + 8}`}
        preserveAspectRatio="none"
        onPointerMove={onPointer}
        onPointerDown={onPointer}
        onPointerLeave={() => setRead(undefined)}
      >
        <linearGradient id={gradient} gradientUnits="userSpaceOnUse" x1="0" x2="0" y1="0" y2={2 * high}>
          <stop offset={zeroOffset} className={styles.gain} />
          <stop offset={zeroOffset} className={styles.loss} />
        </linearGradient>
        <path
          fill={`url(#${gradient})`}
          className={styles.area}
          d={`${path}L${wide} ${zero * high}L0 ${zero * high}Z`}
        />
        <path className={styles.zero} d={`M0 ${zero * high}H${wide}`} />
        <path stroke={`url(#${gradient})`} className={styles.stroke} d={path} />
        {read && <path className={styles.cursor} d={`M${read.x * wide} -4V${high + 4}`} />}
      </svg>
      <div className={`dim xs tabular ${styles.scale}`}>
        <span>
          <AmountText>{rupeesText(top)}</AmountText>
        </span>
        {low !== top && (
          <span>
            <AmountText>{rupeesText(low)}</AmountText>
          </span>
        )}
      </div>
      <Row tight justify="between" gap={0} className="dim xs">
        <span>{since !== today && formatDate(since)}</span>
        <span>Today</span>
      </Row>
    </div>
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
 * `high` and `low`: paise at the edges. From the day before the first point to the end of `today`, always including zero.
 */
export function profitShape(points: ReturnType<typeof profitPoints>, today: string) {
  const [first] = points
  if (!first) return { line: [], zero: 0.5, high: 0n, low: 0n }
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
  return { line, zero: y(0), high: BigInt(high), low: BigInt(low) }
}

type Reading = ReturnType<typeof profitPoints>[number] & { readonly x: number }

/** The last day with a sale at this part of the width of the line; before it, the first. */
export function readingAt(points: ReturnType<typeof profitPoints>, today: string, part: number): Reading | undefined {
  const [first] = points
  if (!first) return undefined
  const start = dayNumber(first.date) - 1
  const days = Math.max(dayNumber(today), dayNumber(points.at(-1)?.date ?? today)) + 1 - start
  const at = start + part * days
  const point = points.findLast(({ date }) => dayNumber(date) <= at) ?? first
  return { ...point, x: (dayNumber(point.date) - start) / days }
}

const dayNumber = (date: string): number => Date.parse(date) / 86_400_000
