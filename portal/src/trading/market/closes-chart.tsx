import { closeText } from '@sauda/contract/trading/market'
import { Loaded } from '@sauda/ui/error-state'
import { LinePlot } from '@sauda/ui/line-plot'
import { Segments } from '@sauda/ui/radio-group'
import { Row, Stack } from '@sauda/ui/stack'
import { formatDate } from '@sauda/web/date-time'
import { useState } from 'react'
import { HiddenTable } from '../../shell/hidden-table.tsx'
import { useCloses, type CloseOfDay, marketText } from './market.api.ts'
import { changeOf, priceNumber } from './price.tsx'

const spans = [
  { value: '1M', label: '1M', months: 1 },
  { value: '3M', label: '3M', months: 3 },
  { value: '1Y', label: '1Y', months: 12 },
] as const

/** The closing prices of a symbol as a line, with their change over the chosen period. */
export function ClosesChart({ symbol, name = symbol }: { symbol: string; name?: string }) {
  const closes = useCloses(symbol)
  return (
    <Loaded query={closes} lines={6} failed={marketText.closesFailed}>
      {(data) =>
        data.closes.length === 0 ? (
          <p className="note">{marketText.noCloses}</p>
        ) : (
          <Closes closes={data.closes} isSample={data.sample} name={name} />
        )
      }
    </Loaded>
  )
}

interface ClosesProps {
  closes: readonly CloseOfDay[]
  isSample: boolean
  name: string
}

function Closes({ closes, isSample, name }: ClosesProps) {
  const [selected, setSelected] = useState('3M')
  const last = closes.at(-1)
  const months = spans.find(({ value }) => value === selected)?.months ?? 12
  const shown = closes.filter(({ day }) => day >= monthsBefore(last?.day ?? day, months))
  const change = changeOf(last?.close, shown[0]?.close)
  const prices = shown.map(({ close }) => Number(close))
  const [low, high] = [Math.min(...prices), Math.max(...prices)]
  const y = (price: number): number => (high === low ? 0.5 : (high - price) / (high - low))
  const x = (index: number): number => (shown.length === 1 ? 0.5 : index / (shown.length - 1))
  const label = marketText.closesOf(name)
  return (
    <Stack as="figure" gap={2}>
      <Row as="figcaption" justify="between" gap="2 4">
        <span className="tabular">
          <span className="xl strong">₹{priceNumber(last?.close ?? '0')}</span>{' '}
          {change && (
            <span className={change.isLoss ? 'loss' : 'gain'}>{marketText.changeIn(change.text, selected)}</span>
          )}{' '}
          <span className="note nowrap">{closeText({ isSample }, formatDate(last?.day ?? ''))}</span>
        </span>
        <Segments label="Period" options={spans} value={selected} onValueChange={setSelected} />
      </Row>
      <LinePlot
        key={selected}
        label={label}
        line={prices.map((price, index) => [x(index), y(price)] as const)}
        stops={shown.map(({ day, close }, index) => {
          const text = `${formatDate(day)}: ₹${priceNumber(close)}`
          return { x: x(index), text, shown: text }
        })}
        split={change?.isLoss ? 0 : 1}
        scale={[high, low].map((price) => `₹${priceNumber(String(price))}`)}
        from={formatDate(shown[0]?.day ?? '')}
        to={formatDate(last?.day ?? '')}
        tall
      />
      <HiddenTable
        label={label}
        headers={['Day', 'Close']}
        rows={shown.toReversed().map(({ day, close }) => [formatDate(day), `₹${priceNumber(close)}`])}
      />
    </Stack>
  )
}

/** The same date some months before; what does not exist, such as 31 February, sorts as it is written. */
function monthsBefore(day: string, count: number): string {
  const [year = 0, month = 0] = day.split('-').map(Number)
  const months = year * 12 + month - 1 - count
  return `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}${day.slice(7)}`
}
