import { formatCount } from '@sauda/contract/platform/decimal'
import { bankDayTexts, type ListedBankDay, bankDayCalls } from '@sauda/contract/money/bank-day'
import { rupeesText } from '@sauda/contract/platform/money'
import { EmptyState } from '@sauda/ui/empty-state'
import { Select } from '@sauda/ui/select'
import { formatDate } from '@sauda/web/date-time'
import { todayInIndia, useToday } from '@sauda/web/server-clock'
import { Link, useSearchParams } from 'react-router'
import { amountColumn, column, type ColumnsOf, endColumn, headColumn, QueryList } from '../../shell/table.tsx'
import { withText } from '../../shell/search-field.tsx'
import { useBankAccountChoices, useCall } from '../../shell/api.ts'
import { dayMonth } from '../../shell/format.ts'
import { KeyHint, ListKeys, oneLine, rowLink } from '../../shell/lines.tsx'
import { DayPill, dayStates, monthsBefore, monthText } from './bank-day.text.ts'
import layout from '../../shell/layout.module.css'
import styles from './bank-day.module.css'

/** Two years. */
const months = 24

/** The days of a month of one bank account; both are part of the address. */
export function DayList() {
  const [address, setAddress] = useSearchParams()
  const accounts = useBankAccountChoices()
  const thisMonth = useToday().slice(0, 7)
  const chosen = address.get('account') ?? undefined
  const month = address.get('month') ?? thisMonth
  const query = useCall(bankDayCalls.list, { query: { bankAccountId: chosen, month } })
  const [, monthBefore = month] = monthsBefore(month, 2)
  const before = useCall(bankDayCalls.list, { query: { bankAccountId: chosen, month: monthBefore } }).data?.days ?? []
  const account = chosen ?? query.data?.bankAccountId ?? ''
  const choose = (name: string, value: string) =>
    setAddress((before) => withText(before, name, value), { replace: true })
  return (
    <>
      <div className={layout.choices}>
        {accounts.length > 0 && (
          <Select
            label="Bank account"
            options={accounts}
            value={account}
            onChange={({ target }) => choose('account', target.value)}
          />
        )}
        <Select
          label="Month"
          options={monthsBefore(thisMonth, months).map((value) => ({ value, label: monthText(value) }))}
          value={month}
          onChange={({ target }) => choose('month', target.value)}
        />
      </div>
      {query.data && (
        <p className={layout.soft}>
          {`${query.data.closedThrough === undefined ? 'No day is signed off yet' : `Signed off up to ${formatDate(query.data.closedThrough)}`}. An open day includes all days before it that are not signed off.`}
        </p>
      )}
      <ol className={styles.days} aria-label={`Days up to ${monthText(month)}`}>
        {[...(query.data?.days ?? []), ...before].toReversed().map((each) => (
          <li key={each.day}>
            <Link to={`/books/days/${account}/${each.day}`} data-state={isQuiet(each) ? 'quiet' : each.state}>
              {each.day.endsWith('-01') ? dayMonth(each.day) : Number(each.day.slice(8))}
              <span className="visually-hidden">{`, ${isQuiet(each) ? 'no entries' : dayStates[each.state][1]}`}</span>
            </Link>
          </li>
        ))}
      </ol>
      <QueryList
        label="Days"
        query={query}
        rowsOf={({ days }) => days.filter((each) => !isQuiet(each))}
        columns={columnsOf(account, query.data?.days ?? [])}
        rowKey={({ day }) => day}
        empty={<EmptyState title="No days with entries">Choose this month or an earlier one.</EmptyState>}
      />
      <ListKeys>
        <KeyHint keys={['↵']}>open</KeyHint>
      </ListKeys>
    </>
  )
}

/** A past day with nothing to compare and nothing signed off. */
const isQuiet = ({ day, lines, receipts, payouts, exceptions, state }: ListedBankDay): boolean =>
  day < todayInIndia() && lines === 0 && receipts === 0 && payouts === 0 && exceptions === 0 && state === 'open'

const columnsOf = (account: string, days: readonly ListedBankDay[]): ColumnsOf<ListedBankDay> => [
  headColumn('Day', 'lead', ({ day }) => rowLink(`/books/days/${account}/${day}`, formatDate(day), 'tabular nowrap')),
  endColumn('Bank entries', 'part', ({ lines }) => (lines === 0 ? '–' : formatCount(lines))),
  amountColumn('Receipts', ({ receipts }) => receipts || undefined, 'part'),
  amountColumn('Payouts', ({ payouts }) => payouts || undefined, 'part'),
  days.some(({ exceptions }) => exceptions !== 0) &&
    amountColumn(bankDayTexts.exceptions, ({ exceptions }) => exceptions || undefined),
  days.some(({ bankClosing }) => bankClosing !== undefined) &&
    amountColumn('Balance as per bank', ({ bankClosing }) => bankClosing),
  column(
    'Not booked',
    'note',
    ({ unbooked }) => unbooked && oneLine(`${formatCount(unbooked.lines)} not booked`, sumText(unbooked)),
  ),
  column('State', 'figure', ({ state }) => <DayPill status={state} />),
]

/** `₹41,845.40 received, ₹412.00 paid` */
const sumText = ({ received, paid }: NonNullable<ListedBankDay['unbooked']>): string =>
  [
    ...(received > 0 ? [`${rupeesText(received)} received`] : []),
    ...(paid > 0 ? [`${rupeesText(paid)} paid`] : []),
  ].join(', ')
