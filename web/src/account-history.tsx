import { type AccountHistory, accountOn, type PastHolding } from '@sauda/contract/trading/account-history'
import { decimalOf, formatPrice, formatQuantity } from '@sauda/contract/platform/decimal'
import { formatRupees, paiseOf } from '@sauda/contract/platform/money'
import { Button } from '@sauda/ui/button'
import { Card } from '@sauda/ui/card'
import { DescriptionList } from '@sauda/ui/description-list'
import { EmptyState } from '@sauda/ui/empty-state'
import { AmountsHidden, Money } from '@sauda/ui/money'
import { Row, Stack } from '@sauda/ui/stack'
import { endColumn, Table, type TableColumn } from '@sauda/ui/table'
import { type KeyboardEvent, use, useMemo, useState } from 'react'
import { formatDate } from './date-time.tsx'
import styles from './account-history.module.css'

const dayMilliseconds = 86_400_000
const monthDays = 30

const numberOf = (day: string): number => Date.parse(day) / dayMilliseconds
const dayAt = (number: number): string => new Date(number * dayMilliseconds).toISOString().slice(0, 10)

const names = {
  cash: 'Cash',
  holdings: 'Holdings',
  onHold: 'On hold',
  unsettled: 'Unsettled',
  dues: 'Dues',
  loan: 'Loan in holdings',
} as const
type Part = keyof typeof names
const owed: Partial<Record<Part, true>> = { dues: true, loan: true }

/** The same on every day, so that the rows stay in their places. */
const partsOf = ({ figures }: AccountHistory): Part[] =>
  (Object.keys(names) as Part[]).filter(
    (part) => part === 'cash' || part === 'holdings' || figures.some((figure) => figure[part] !== 0),
  )

/** The account at the end of any day, chosen with a slider. */
export function AccountHistoryView({ history }: { history: AccountHistory }) {
  const [first, last] = [numberOf(history.from), numberOf(history.to)]
  const [chosen, setChosen] = useState(last)
  // The slider says its day itself; after a button the day is announced.
  const [said, setSaid] = useState(false)
  const isHidden = use(AmountsHidden)
  const day = dayAt(chosen)
  const account = useMemo(() => accountOn(history, day), [history, day])
  const shown = useMemo(() => partsOf(history), [history])
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
  const { amount, parts, holdings, requests } = account
  const isToday = day === history.to
  const text = isHidden ? formatDate(day) : `${formatDate(day)}: ${formatRupees(amount)}`
  return (
    <Stack gap={5}>
      <Stack gap={2}>
        <Row justify="between" align="baseline">
          <p className="soft">
            {isToday ? (
              'Slide to an earlier day'
            ) : (
              <>
                {`At the end of ${formatDate(day)}`} <Money amount={amount} size="large" />
              </>
            )}
          </p>
          <Row gap={2}>
            <Button
              size="small"
              variant="secondary"
              disabled={chosen === first}
              onClick={() => choose(chosen - 1, true)}
            >
              Day before
            </Button>
            <Button
              size="small"
              variant="secondary"
              disabled={chosen === last}
              onClick={() => choose(chosen + 1, true)}
            >
              Day after
            </Button>
            <Button size="small" variant="secondary" disabled={chosen === last} onClick={() => choose(last, true)}>
              Today
            </Button>
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
      {!isToday && (
        <>
          <DescriptionList
            amounts
            items={[
              ...shown.map((part) => ({
                term: names[part],
                value: <Money amount={owed[part] ? -parts[part] : parts[part]} />,
              })),
              ...requests.map(({ name, type, amount: asked }) => ({
                term: `${type === 'added' ? 'Deposit' : 'Withdrawal'} ${name}, open`,
                value: <Money amount={paiseOf(asked)} />,
              })),
            ]}
          />
          <Card flush>
            <Table
              label="Positions on this day"
              columns={columns}
              rows={holdings}
              rowKey={({ symbol }) => symbol}
              empty={<EmptyState title="No open positions on this day." />}
            />
          </Card>
        </>
      )}
    </Stack>
  )
}

const columns: readonly TableColumn<PastHolding>[] = [
  { key: 'symbol', header: 'Stock', cell: ({ symbol }) => symbol, rowHeader: true, place: 'lead' },
  endColumn('quantity', 'Quantity', ({ quantity }) => formatQuantity(decimalOf(quantity) ?? 0n)),
  endColumn('close', 'Close', ({ close }) => (close ? formatPrice(decimalOf(close.close) ?? 0n) : 'At cost')),
  endColumn('cost', 'Cost', ({ cost }) => <Money amount={cost} />),
  endColumn('value', 'Value', ({ value }) => <Money amount={value} />, 'figure'),
]
