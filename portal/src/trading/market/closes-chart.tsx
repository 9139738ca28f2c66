import { closeText } from '@sauda/contract/trading/market'
import { Loaded } from '@sauda/ui/error-state'
import { LinePlot } from '@sauda/ui/line-plot'
import { AmountText } from '@sauda/ui/money'
import { Segments } from '@sauda/ui/radio-group'
import { Row, Stack } from '@sauda/ui/stack'
import { formatDate } from '@sauda/web/date-time'
import { type ReactNode, useState } from 'react'
import { HiddenTable } from '../../shell/hidden-table.tsx'
import { useCloses, type CloseOfDay, marketText } from './market.api.ts'
import { changeOf, rupeePrice } from './price.tsx'

const spans = [
  { value: '1M', label: '1M', months: 1 },
  { value: '3M', label: '3M', months: 3 },
  { value: '1Y', label: '1Y', months: 12 },
] as const

/** A trade of the client, marked on its day. */
export interface ChartTrade {
  readonly day: string
  readonly price: number
  readonly isSale: boolean
  /** What was traded, without the day. */
  readonly text: string
}

interface ChartOf {
  name?: string
  /** Instead of the last close. */
  price?: ReactNode
  trades?: readonly ChartTrade[]
  /** The average price of what is held, as a dashed line. */
  average?: number | undefined
}

/** The closing prices of a symbol as a line, with their change over the chosen period. */
export function ClosesChart({ symbol, name = symbol, ...chart }: ChartOf & { symbol: string }) {
  const closes = useCloses(symbol)
  return (
    <Loaded query={closes} lines={6} failed={marketText.closesFailed}>
      {(data) =>
        data.closes.length === 0 ? (
          <>
            {chart.price}
            <p className="note">{marketText.noCloses}</p>
          </>
        ) : (
          <Closes closes={data.closes} isSample={data.sample} name={name} {...chart} />
        )
      }
    </Loaded>
  )
}

interface ClosesProps extends ChartOf {
  closes: readonly CloseOfDay[]
  isSample: boolean
  name: string
}

function Closes({ closes, isSample, name, price, trades = [], average }: ClosesProps) {
  const [selected, setSelected] = useState('3M')
  const last = closes.at(-1)
  const months = spans.find(({ value }) => value === selected)?.months ?? 12
  const shown = closes.filter(({ day }) => day >= monthsBefore(last?.day ?? day, months))
  const change = changeOf(last?.close, shown[0]?.close)
  const prices = shown.map(({ close }) => Number(close))
  // Each on the last close until its day.
  const marks = trades
    .map((trade) => ({ ...trade, at: shown.findLastIndex(({ day }) => day <= trade.day) }))
    .filter(({ at }) => at >= 0)
  const drawn = [...prices, ...marks.map((mark) => mark.price), ...(average === undefined ? [] : [average])]
  const [low, high] = [Math.min(...drawn), Math.max(...drawn)]
  const y = (of: number): number => (high === low ? 0.5 : (high - of) / (high - low))
  const x = (index: number): number => (shown.length === 1 ? 0.5 : index / (shown.length - 1))
  const label = marketText.closesOf(name)
  return (
    <Stack as="figure" gap={2}>
      {price && <p className="tabular">{price}</p>}
      <Row as="figcaption" justify="between" gap="2 4">
        <span className="tabular">
          {!price && <span className="xl strong">{rupeePrice(last?.close ?? '0')}</span>}{' '}
          {change && (
            <span className={change.isLoss ? 'loss' : 'gain'}>{marketText.changeIn(change.text, selected)}</span>
          )}{' '}
          {!price && <span className="note nowrap">{closeText({ isSample }, formatDate(last?.day ?? ''))}</span>}
        </span>
        <Segments label="Period" options={spans} value={selected} onValueChange={setSelected} />
      </Row>
      <LinePlot
        key={selected}
        label={label}
        line={prices.map((close, index) => [x(index), y(close)] as const)}
        stops={shown.map(({ day, close }, index) => {
          const own = marks.filter(({ at }) => at === index).map((mark) => ` · ${textOn(mark, day)}`)
          const [text, traded] = [`${formatDate(day)}: ${rupeePrice(close)}`, own.join('')]
          return { x: x(index), text: `${text}${traded}`, shown: [text, <AmountText key="own">{traded}</AmountText>] }
        })}
        isPrivate={marks.length > 0}
        split={average === undefined ? (change?.isLoss ? 0 : 1) : y(average)}
        {...(average !== undefined && { rule: y(average) })}
        marks={marks.map((mark) => ({ x: x(mark.at), y: y(mark.price), isHollow: mark.isSale }))}
        scale={[high, low].map((of) => rupeePrice(String(of)))}
        from={formatDate(shown[0]?.day ?? '')}
        to={formatDate(last?.day ?? '')}
        tall
      />
      {(average !== undefined || marks.length > 0) && (
        <p className="note">
          <AmountText>
            {marketText.chartKey(marks, average === undefined ? average : rupeePrice(String(average)))}
          </AmountText>
        </p>
      )}
      <HiddenTable
        label={label}
        headers={['Day', 'Close']}
        rows={shown.toReversed().map(({ day, close }) => [formatDate(day), rupeePrice(close)])}
      />
    </Stack>
  )
}

/** Without the day where it is that of the close. */
const textOn = ({ day, text }: ChartTrade, of: string) => (day === of ? text : `${text} (${formatDate(day)})`)

/** The same date some months before; what does not exist, such as 31 February, sorts as it is written. */
function monthsBefore(day: string, count: number): string {
  const [year = 0, month = 0] = day.split('-').map(Number)
  const months = year * 12 + month - 1 - count
  return `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}${day.slice(7)}`
}
