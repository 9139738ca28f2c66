import {
  type AccountHistory,
  accountOn,
  changeBetween,
  daysOf,
  type PastAccount,
  totalOn,
} from '@sauda/contract/trading/account-history'
import { formatRupees } from '@sauda/contract/platform/money'
import { Button, IconButton } from '@sauda/ui/button'
import { AmountsHidden, Money } from '@sauda/ui/money'
import { sentence } from '@sauda/ui/sentence'
import { SeriesPlot } from '@sauda/ui/series-plot'
import { Row, Stack } from '@sauda/ui/stack'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type ReactNode, use, useMemo, useState } from 'react'
import { formatDate } from './date-time.tsx'
import styles from './web.module.css'

interface AccountHistoryViewProps {
  history: AccountHistory
  /** What the account had on the chosen day. */
  children: (account: PastAccount) => ReactNode
}

/** The account at the end of any day, chosen on the curve of its total. */
export function AccountHistoryView({ history, children }: AccountHistoryViewProps) {
  const isHidden = use(AmountsHidden)
  const { days, names, totals } = useMemo(() => curveOf(history), [history])
  const last = days.length - 1
  const [at, setAt] = useState(last)
  // The curve says its day itself; after a button the day is announced.
  const [said, setSaid] = useState(false)
  if (last === 0) return <p className="soft">The account is not older than a day.</p>
  const choose = (day: number, announced: boolean) => {
    setAt(Math.min(last, Math.max(0, day)))
    setSaid(announced)
  }
  const account = accountOn(history, days[at] ?? history.to)
  const name = names[at] ?? ''
  const before = days[at - 1]
  return (
    <Stack gap={5}>
      <div>
        <Row justify="between" align="end">
          <p>
            <Money amount={account.amount} size="hero" />
            <span className="note block">{at === last ? `Today, ${name}` : `At the end of ${name}`}</span>
            {before !== undefined && <Change {...changeBetween(history, before, days[at] ?? before)} />}
          </p>
          <Row tight gap={0} className={styles.steps}>
            <Button size="small" variant="ghost" aria-pressed={at === last} onClick={() => choose(last, true)}>
              Today
            </Button>
            <IconButton
              label="Day before"
              icon={<ChevronLeft />}
              disabled={at === 0}
              onClick={() => choose(at - 1, true)}
            />
            <IconButton
              label="Day after"
              icon={<ChevronRight />}
              disabled={at === last}
              onClick={() => choose(at + 1, true)}
            />
          </Row>
        </Row>
        <output className="visually-hidden">
          {said && (isHidden ? name : `${name}: ${formatRupees(account.amount)}`)}
        </output>
        <SeriesPlot
          label="Day of the account"
          look="line"
          unit="₹"
          names={names}
          series={totals}
          chosen={{ at, onChoose: (day) => choose(day, false) }}
        />
      </div>
      {children(account)}
    </Stack>
  )
}

/** A trade counts from the day of its entries, which may be after the day of trading. */
const Change = ({ amount, ofCloses }: ReturnType<typeof changeBetween>) => (
  <span className="note block">
    {sentence('Since the day before {amount}: prices {ofCloses}, booked entries {rest}', {
      amount: <Money amount={amount} change />,
      ofCloses: <Money amount={ofCloses} change />,
      rest: <Money amount={amount - ofCloses} change />,
    })}
  </span>
)

/** Every day with its total. */
function curveOf(history: AccountHistory) {
  const days = daysOf(history)
  const amounts = days.map((day) => totalOn(history, day))
  const values = amounts.map((amount) => Number(amount) / 100)
  const textOf = (at: number): string => formatRupees(amounts[at] ?? 0n)
  return { days, names: days.map((day) => formatDate(day)), totals: [{ name: '', values, textOf, total: '' }] }
}
