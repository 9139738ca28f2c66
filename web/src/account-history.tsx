import { type AccountHistory, accountOn, type PastAccount } from '@sauda/contract/trading/account-history'
import { formatRupees } from '@sauda/contract/platform/money'
import { Button } from '@sauda/ui/button'
import { AmountsHidden, Money } from '@sauda/ui/money'
import { Row, Stack } from '@sauda/ui/stack'
import { type KeyboardEvent, type ReactNode, use, useState } from 'react'
import { formatDate } from './date-time.tsx'
import styles from './account-history.module.css'

const dayMilliseconds = 86_400_000
const monthDays = 30

const numberOf = (day: string): number => Date.parse(day) / dayMilliseconds
const dayAt = (number: number): string => new Date(number * dayMilliseconds).toISOString().slice(0, 10)

interface AccountHistoryViewProps {
  history: AccountHistory
  /** What the account had on an earlier day. */
  children: (account: PastAccount) => ReactNode
}

/** The account at the end of any day, chosen with a slider. */
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
  const isToday = day === history.to
  const text = isHidden ? formatDate(day) : `${formatDate(day)}: ${formatRupees(account.amount)}`
  return (
    <Stack gap={5}>
      <Stack gap={2}>
        <Row justify="between" align="baseline">
          <p className="soft">
            {isToday ? (
              'Slide to an earlier day'
            ) : (
              <>
                {`At the end of ${formatDate(day)}`} <Money amount={account.amount} size="large" />
              </>
            )}
          </p>
          <Row gap={2}>
            {(
              [
                ['Day before', chosen - 1, first],
                ['Day after', chosen + 1, last],
                ['Today', last, last],
              ] as const
            ).map(([name, to, end]) => (
              <Button
                key={name}
                size="small"
                variant="secondary"
                disabled={chosen === end}
                onClick={() => choose(to, true)}
              >
                {name}
              </Button>
            ))}
          </Row>
        </Row>
        <output className="visually-hidden">{said && text}</output>
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
      </Stack>
      {!isToday && children(account)}
    </Stack>
  )
}
