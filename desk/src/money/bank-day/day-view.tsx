import type { Proposal } from '@sauda/contract/core/approval'
import {
  type BankDay,
  bankDayErrors,
  type BankDayItem,
  bankDayItemLabels,
  bankDayTexts,
  bankDayCalls,
} from '@sauda/contract/money/bank-day'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { Card } from '@sauda/ui/card'
import { DescriptionList } from '@sauda/ui/description-list'
import { Table } from '@sauda/ui/table'
import { formatDate, formatDateTime } from '@sauda/web/date-time'
import { Link, useParams } from 'react-router'
import { amountColumn, column, type ColumnsOf, headColumn, ListCard } from '../../shell/table.tsx'
import { DownloadFile } from '../../shell/download-file.tsx'
import { amountFact, KeyHint, ListKeys, rowLink, WarningList } from '../../shell/lines.tsx'
import { Loaded } from '../../shell/loaded.tsx'
import { addressOf, agrees, balanceBy, DayPill, daysOf, isBlocked, periodText, sumsOf } from './bank-day.text.ts'
import layout from '../../shell/layout.module.css'
import styles from './bank-day.module.css'
import { SignOff } from './sign-off.tsx'
import { useCall, fetchFile } from '../../shell/api.ts'

const inputOf = (bankAccountId: string, day: string) => ({ params: { bankAccountId }, query: { day } })

const useDay = (bankAccountId: string, day: string) => useCall(bankDayCalls.day, inputOf(bankAccountId, day))

/** The bank reconciliation statement of a day, and its sign-off. */
export function DayView() {
  const { bankAccountId = '', day = '' } = useParams()
  return (
    <Loaded query={useDay(bankAccountId, day)} what="the day" lines={10}>
      {(bankDay) => (
        <>
          <div className={styles.title}>
            <h2>{`${bankDay.bankAccountName}, ${periodText(bankDay)}`}</h2>
            <DayPill status={bankDay.state} />
            <DownloadFile label="Download PDF" load={() => fetchFile(bankDayCalls.file, inputOf(bankAccountId, day))} />
          </div>
          {bankDay.from < bankDay.day && bankDay.state === 'open' && (
            <p className={layout.soft}>{`Covers ${daysOf(bankDay)} days: none of them is signed off yet.`}</p>
          )}
          <SignOff bankDay={bankDay} />
          <div className={layout.columns}>
            <Books bankDay={bankDay} />
            <Reconciliation bankDay={bankDay} />
          </div>
          <OpenPoints bankDay={bankDay} />
          <ListKeys>
            {bankDay.state !== 'closed' && !isBlocked(bankDay) && <KeyHint keys={['s']}>sign off</KeyHint>}
            {bankDay.balanceEntry && bankDay.bankClosing === undefined && <KeyHint keys={['b']}>enter balance</KeyHint>}
          </ListKeys>
        </>
      )}
    </Loaded>
  )
}

/** The figures of a requested sign-off, for the second operator. */
export const RequestedDay = ({ day: { bankAccountId, day, version }, isPending }: RequestedDayProps) => (
  <Loaded query={useDay(bankAccountId, day)} what="the day" lines={10}>
    {(bankDay) => (
      <div className={layout.column}>
        {isPending && bankDay.version !== version && (
          <AlertBanner tone="warn">{bankDayErrors.changedSince.message}</AlertBanner>
        )}
        <Books bankDay={bankDay} />
        <Reconciliation bankDay={bankDay} />
        <OpenPoints bankDay={bankDay} />
        <Link to={`/books/days/${bankAccountId}/${day}`}>Open the day</Link>
      </div>
    )}
  </Loaded>
)

interface RequestedDayProps {
  day: NonNullable<Proposal['bankDay']>
  isPending: boolean
}

const Books = ({ bankDay: { opening, receipts, payouts, exceptions, closing } }: { bankDay: BankDay }) => (
  <Card title="Books">
    <DescriptionList
      amounts
      items={[
        amountFact('Opening balance', opening),
        amountFact('Receipts', receipts),
        amountFact('Payouts', -payouts),
        amountFact(bankDayTexts.exceptions, exceptions),
        amountFact('Closing balance', closing, { isTotal: true }),
      ]}
    />
  </Card>
)

const Reconciliation = ({ bankDay: { closing, bankClosing, items, entered } }: { bankDay: BankDay }) => (
  <Card title="Bank reconciliation statement">
    <DescriptionList
      amounts
      items={[
        amountFact('Balance as per books', closing),
        ...sumsOf(items).map(({ kind, paise }) =>
          amountFact(`${paise < 0n ? 'Less' : 'Add'}: ${bankDayItemLabels[kind]}`, paise),
        ),
        bankClosing === undefined && amountFact('Balance by these entries', balanceBy(closing, items)),
        bankClosing === undefined
          ? { term: 'Balance as per bank', value: <strong>Not known</strong> }
          : amountFact('Balance as per bank', bankClosing, { isTotal: true }),
      ]}
    />
    {entered && (
      <p className={layout.soft}>{`Read from the statement by ${entered.by} on ${formatDateTime(entered.at)}.`}</p>
    )}
  </Card>
)

function OpenPoints({ bankDay }: { bankDay: BankDay }) {
  const { items, points, state } = bankDay
  const others = points.filter(({ blocks }) => state === 'closed' || !blocks)
  return (
    <>
      {others.length > 0 && (
        <Card title="Open points">
          <WarningList warnings={others.map((point) => ({ text: point.text, to: addressOf(point) }))} />
        </Card>
      )}
      {items.length > 0 && (
        <ListCard>
          <Table
            label="Entries in the bank or in the books only"
            columns={columns}
            rows={items}
            rowKey={(item) => `${item.kind} ${item.lineId ?? item.payment?._id} ${item.day} ${item.text}`}
            group={{ keyOf: ({ kind }) => kind, heading: (kind) => bankDayItemLabels[kind as BankDayItem['kind']] }}
          />
        </ListCard>
      )}
      {agrees(bankDay) && <AlertBanner tone="success">Books and bank agree, and nothing is open.</AlertBanner>}
    </>
  )
}

const columns: ColumnsOf<BankDayItem> = [
  headColumn('Entry', 'lead', (item) => {
    const to = addressOf(item)
    return to === undefined ? item.text : rowLink(to, item.text, '')
  }),
  column('Date', 'under', ({ day }) => formatDate(day)),
  amountColumn('Amount', ({ amount }) => amount, 'figure'),
]
