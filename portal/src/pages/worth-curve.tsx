import {
  type AccountHistory,
  accountHistoryCalls,
  changeBetween,
  daysOf,
  totalOn,
} from '@sauda/contract/trading/account-history'
import { formatRupees, paiseOf } from '@sauda/contract/platform/money'
import { Loaded } from '@sauda/ui/error-state'
import { AmountText, Money } from '@sauda/ui/money'
import { axisText, high, Plot, wide } from '@sauda/ui/plot'
import { Segments } from '@sauda/ui/radio-group'
import { ticksOf } from '@sauda/ui/series-plot'
import { Row } from '@sauda/ui/stack'
import { formatDate } from '@sauda/web/date-time'
import { type ReactNode, useMemo, useState } from 'react'
import { useClientQuery } from '../shell/query.tsx'
import styles from './worth.module.css'

/** The days that are loaded at first. */
const recentDays = 92

const useAccountHistory = (days?: number) =>
  useClientQuery(
    accountHistoryCalls.own,
    { query: days === undefined ? {} : { days: `${days}` } },
    // The curve stays until the longer one is loaded.
    { keep: true },
  )

type Flow = AccountHistory['flows'][number]

const flowNames = { added: 'Deposit', takenOut: 'Withdrawal', charges: 'Charges' } as const

const signed = ({ kind, amount }: Flow): bigint => (kind === 'added' ? paiseOf(amount) : -paiseOf(amount))

interface WorthCurveProps {
  /** What leads the screen, which may be newer than the last day of the history. */
  amount: bigint
  /** How old the prices are. */
  quality: ReactNode
}

const periods = { '1M': 30, '3M': 91, '1Y': 365, All: Infinity } as const
type Period = keyof typeof periods

/** The total at the end of every day, with what was added, taken out and charged. */
export function WorthCurve(props: WorthCurveProps) {
  const [picked, setPicked] = useState<Period>()
  const period = picked ?? '3M'
  const history = useAccountHistory(periods[period] < recentDays ? recentDays : undefined)
  return (
    <div className={styles.curve}>
      <Loaded query={history} loading={<></>} failed="Your account history could not be loaded." look="line">
        {(data) => <Curve history={data} chosen={period} picked={picked} onPeriod={setPicked} {...props} />}
      </Loaded>
    </div>
  )
}

interface CurveProps extends WorthCurveProps {
  history: AccountHistory
  chosen: Period
  /** By the client: it stays offered, and keeps the focus, also if the account turns out to be younger. */
  picked: Period | undefined
  onPeriod: (period: Period) => void
}

function Curve({ history, chosen, picked, onPeriod, amount, quality }: CurveProps) {
  const all = useMemo(() => daysOf(history), [history])
  // An account as old as what was loaded may be older.
  const age = all.length < recentDays ? all.length : Infinity
  const offered = (Object.keys(periods) as Period[]).filter(
    (each) => each === 'All' || each === picked || periods[each] < age,
  )
  const period = offered.includes(chosen) ? chosen : 'All'
  const { days, totals, flows, stops, ticks } = useMemo(() => {
    const shown = all.slice(-Math.min(all.length, periods[period] + 1))
    // A single day is drawn as a level line.
    const ofDays = shown.length === 1 ? [...shown, ...shown] : shown
    const values = ofDays.map((day, index) => (index < ofDays.length - 1 ? totalOn(history, day) : amount))
    if (shown.length === 1) values[0] = amount
    const byDay = Map.groupBy(history.flows, ({ day }) => day)
    return {
      days: ofDays,
      totals: values,
      flows: ofDays.map((day) => byDay.get(day) ?? []),
      ticks: ticksOf(
        values.map((value) => Number(value) / 100),
        false,
      ),
      stops: ofDays.map((day, index) => ({
        x: index / (ofDays.length - 1),
        text: [
          `${formatDate(day)}: ${formatRupees(values[index] ?? 0n)}`,
          ...(byDay.get(day) ?? []).map((flow) => `${flowNames[flow.kind]} ${formatRupees(signed(flow))}`),
        ].join(', '),
      })),
    }
  }, [all, amount, history, period])
  const [top = 1, bottom = 0] = [ticks[0], ticks.at(-1)]
  const points = totals.map((total, index) => {
    const y = ((top - Number(total) / 100) / (top - bottom)) * high
    return `${(index / (totals.length - 1)) * wide} ${y}`
  })
  const line = `M${points.join('L')}`
  const marks = (isCharge: boolean) =>
    points
      .filter((_, index) => flows[index]?.some(({ kind }) => (kind === 'charges') === isCharge))
      .map((point) => `M${point}h0`)
      .join('')
  return (
    <>
      <Row justify="between" className={styles.periods}>
        <span className="note">{quality}</span>
        {offered.length > 1 && (
          <Segments
            label="Period"
            options={offered.map((value) => ({ value, label: value }))}
            value={period}
            onValueChange={onPeriod}
          />
        )}
      </Row>
      <Plot
        label="Total worth by day"
        tall
        isPrivate
        stops={stops}
        stopOf={(part) => Math.max(0, Math.min(stops.length - 1, Math.round(part * (stops.length - 1))))}
        head={(at) =>
          at === undefined ? (
            <Legend kinds={flows.flat().map(({ kind }) => kind)} />
          ) : (
            <Reading
              day={days[at] ?? history.to}
              total={totals[at] ?? amount}
              ofCloses={at > 0 ? changeBetween(history, days[at - 1] ?? '', days[at] ?? '').ofCloses : 0n}
              flows={flows[at] ?? []}
            />
          )
        }
        scale={ticks.map((tick) => (
          <AmountText key={tick}>{axisText(tick, '₹')}</AmountText>
        ))}
        names={[days[0], days.at(-1)].map((day, index) => (
          <span key={index}>{formatDate(day ?? history.to)}</span>
        ))}
      >
        <path className={styles.line} d={line} />
        <path className={styles.charge} d={marks(true)} />
        <path className={styles.hole} d={marks(true)} />
        <path className={styles.funds} d={marks(false)} />
      </Plot>
    </>
  )
}

function Legend({ kinds }: { kinds: readonly Flow['kind'][] }) {
  return (
    <span className={styles.legend}>
      {kinds.some((kind) => kind !== 'charges') && (
        <span>
          <i className="marker" /> Deposits and withdrawals
        </span>
      )}
      {kinds.includes('charges') && (
        <span data-hole>
          <i className="marker" /> Charges
        </span>
      )}
    </span>
  )
}

interface ReadingProps {
  day: string
  total: bigint
  /** What new prices changed since the day before. */
  ofCloses: bigint
  flows: readonly Flow[]
}

function Reading({ day, total, ofCloses, flows }: ReadingProps) {
  return (
    <span className={styles.legend}>
      <span className="dim">{formatDate(day)}</span>
      <Money amount={total} className="strong" />
      {ofCloses !== 0n && (
        <span>
          Prices <Money amount={ofCloses} change />
        </span>
      )}
      {flows.map((flow) => (
        <span key={flow.kind}>
          {flowNames[flow.kind]} <Money amount={signed(flow)} change={flow.kind === 'charges'} />
        </span>
      ))}
    </span>
  )
}

const sparkDays = 22
const [sparkWide, sparkHigh] = [64, 20]

/** The last closes of a holding, without a scale. */
export function Spark({ symbol }: { symbol: string }) {
  const held = useAccountHistory(recentDays).data?.holdings.find((each) => each.symbol === symbol)
  const closes = (held?.closes ?? []).slice(-sparkDays).map(({ close }) => Number(close))
  if (closes.length < 2) return null
  const [least, most] = [Math.min(...closes), Math.max(...closes)]
  const points = closes.map(
    (close, index) =>
      `${(index / (closes.length - 1)) * sparkWide} ${sparkHigh - ((close - least) / (most - least || 1)) * sparkHigh}`,
  )
  return (
    <svg className={styles.spark} viewBox={`-1 -1 ${sparkWide + 2} ${sparkHigh + 2}`} aria-hidden="true">
      <path d={`M${points.join('L')}`} />
    </svg>
  )
}
