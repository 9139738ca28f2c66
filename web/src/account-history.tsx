import { type AccountHistory, accountOn, type PastAccount, totalOn } from '@sauda/contract/trading/account-history'
import { formatRupees } from '@sauda/contract/platform/money'
import { Button, IconButton } from '@sauda/ui/button'
import { AmountsHidden, Money } from '@sauda/ui/money'
import { Row, Stack } from '@sauda/ui/stack'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, memo, type ReactNode, use, useState } from 'react'
import { formatDate } from './date-time.tsx'
import styles from './account-history.module.css'

const dayMilliseconds = 86_400_000
const monthDays = 30

const numberOf = (day: string): number => Date.parse(day) / dayMilliseconds
const dayAt = (number: number): string => new Date(number * dayMilliseconds).toISOString().slice(0, 10)

interface AccountHistoryViewProps {
  history: AccountHistory
  /** What the account had on the chosen day. */
  children: (account: PastAccount) => ReactNode
}

/** The account at the end of any day, chosen with a slider below the curve of its total. */
export function AccountHistoryView({ history, children }: AccountHistoryViewProps) {
  const [first, last] = [numberOf(history.from), numberOf(history.to)]
  const [chosen, setChosen] = useState(last)
  // The slider says its day itself; after a button the day is announced.
  const [said, setSaid] = useState(false)
  const isHidden = use(AmountsHidden)
  const day = dayAt(chosen)
  const choose = (number: number, announced: boolean) => {
    setChosen(Math.min(last, Math.max(first, number)))
    setSaid(announced)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const months = { PageUp: monthDays, PageDown: -monthDays }[event.key]
    if (months === undefined) return
    event.preventDefault()
    choose(chosen + months, false)
  }
  if (first === last) return <p className="soft">The account is not older than a day.</p>
  const account = accountOn(history, day)
  const text = isHidden ? formatDate(day) : `${formatDate(day)}: ${formatRupees(account.amount)}`
  return (
    <Stack gap={5}>
      <div>
        <Row justify="between" align="end">
          <p>
            <Money amount={account.amount} size="hero" />
            <span className="note block">{`At the end of ${formatDate(day)}`}</span>
          </p>
          <Row tight gap={0} className={styles.steps}>
            <Button size="small" variant="ghost" disabled={chosen === last} onClick={() => choose(last, true)}>
              Today
            </Button>
            <IconButton
              label="Day before"
              icon={<ChevronLeft />}
              disabled={chosen === first}
              onClick={() => choose(chosen - 1, true)}
            />
            <IconButton
              label="Day after"
              icon={<ChevronRight />}
              disabled={chosen === last}
              onClick={() => choose(chosen + 1, true)}
            />
          </Row>
        </Row>
        <output className="visually-hidden">{said && text}</output>
        <Curve history={history} />
        <input
          type="range"
          className={styles.slider}
          aria-label="Day of the account"
          min={first}
          max={last}
          value={chosen}
          aria-valuetext={text}
          onChange={(event) => choose(event.target.valueAsNumber, false)}
          onKeyDown={onKeyDown}
        />
        <Row justify="between" className="note">
          <span>{formatDate(history.from)}</span>
          <span>{formatDate(history.to)}</span>
        </Row>
      </div>
      {children(account)}
    </Stack>
  )
}

const [wide, high, most] = [600, 100, 240]

/** The total of the days, above the slider. Memoised, because it stays the same while the slider moves. */
const Curve = memo(function Curve({ history }: { history: AccountHistory }) {
  const [first, last] = [numberOf(history.from), numberOf(history.to)]
  const count = Math.min(most, last - first)
  const totals = Array.from({ length: count + 1 }, (_, index) =>
    Number(totalOn(history, dayAt(Math.round(first + ((last - first) * index) / count)))),
  )
  const [low, top] = [Math.min(...totals), Math.max(...totals)]
  const y = (total: number): number => (top === low ? high / 2 : ((top - total) / (top - low)) * high)
  const line = totals.map((total, index) => `${(index / count) * wide} ${y(total)}`).join('L')
  return (
    <svg className={styles.curve} viewBox={`0 -2 ${wide} ${high + 4}`} preserveAspectRatio="none" aria-hidden="true">
      <path className={styles.area} d={`M0 ${high}L${line}L${wide} ${high}Z`} />
      <path d={`M${line}`} />
    </svg>
  )
})
