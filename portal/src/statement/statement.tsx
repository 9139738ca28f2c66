import { paiseOf } from '@sauda/contract/money'
import type { StatementEvent } from '@sauda/contract/statement'
import { Card } from '@sauda/ui/card'
import { isDay } from '@sauda/ui/date-field'
import { EmptyState } from '@sauda/ui/empty-state'
import { ErrorState, Loaded } from '@sauda/ui/error-state'
import { AmountText, Money } from '@sauda/ui/money'
import { More } from '@sauda/ui/more'
import pressed from '@sauda/ui/pressed-row.module.css'
import { sentence } from '@sauda/ui/sentence'
import { SkeletonText } from '@sauda/ui/skeleton'
import { Stack } from '@sauda/ui/stack'
import { endColumn, Table, type TableColumn } from '@sauda/ui/table'
import { DateTime, dayInIndia, todayInIndia } from '@sauda/web/date-time'
import { useSearchParams } from 'react-router'
import { ListDetail, useDetail } from '../shell/list-detail.tsx'
import { Download } from './download.tsx'
import { EventDetail } from './event-detail.tsx'
import { Filters } from './filters.tsx'
import { monthName, periodOf, rangeOf } from './range.ts'
import { useStatement, useStatementEvent } from './statement.api.ts'
import { narrationLine, otherChanges, statementText } from './statement.text.ts'
import styles from './statement.module.css'

const columns: readonly TableColumn<StatementEvent>[] = [
  { key: 'at', header: 'Date & Time', cell: (row) => <DateTime at={row.at} />, place: 'below' },
  { key: 'details', header: 'Details', cell: (row) => <Details event={row} />, rowHeader: true, place: 'lead' },
  endColumn('amount', 'Amount', (row) => <Amount event={row} />, 'figure'),
  endColumn('balance', 'Balance', (row) => <Balance event={row} />, 'state'),
]

/** The client's ledger as a passbook. */
export default function Statement() {
  const [search, setSearch] = useSearchParams()
  const period = periodOf(search.get('period'))
  const range = rangeOf(period, todayInIndia(), { from: dayIn(search, 'from'), to: dayIn(search, 'to') })
  const words = search.get('search') ?? ''
  const list = useStatement(range, words)
  const rows = list.data?.pages.flatMap((page) => page.events) ?? []
  const detail = useDetail('entry')
  const event = useStatementEvent(detail.shownId, rows)
  const change = (changes: Readonly<Record<string, string | undefined>>) =>
    setSearch(
      (before) => {
        const after = new URLSearchParams(before)
        for (const [key, value] of Object.entries(changes))
          if (value) after.set(key, value)
          else after.delete(key)
        return after
      },
      { replace: true, preventScrollReset: true },
    )
  const { title = 'Statement entry', reference = '' } = event.data ?? {}
  return (
    <Stack>
      <div>
        <h2 id="statement" className={styles.title}>
          Statement
        </h2>
        <p className="note">{statementText.intro}</p>
      </div>
      <Filters period={period} range={range} words={words} onChange={change} />
      <ListDetail
        detail={detail}
        hint={list.isPending || rows.length > 0 ? statementText.choose : undefined}
        title={`${title} ${reference}`.trim()}
        content={
          <Loaded
            query={event}
            loading={<SkeletonText label="Loading..." lines={5} />}
            failed="This entry could not be loaded"
          >
            {(data) => <EventDetail event={data} />}
          </Loaded>
        }
        wide
      >
        <Stack role="region" aria-labelledby="statement">
          {list.isError && !list.data ? (
            <ErrorState title="Your statement could not be loaded" query={list} />
          ) : (
            <>
              <Summary range={list.data?.pages[0]?.range} />
              <Card flush>
                <Table
                  label="Statement"
                  columns={columns}
                  rows={rows}
                  rowKey={(row) => row.journalId}
                  group={{
                    keyOf: (row) => dayInIndia(row.at).slice(0, 7),
                    heading: (month) => <MonthHeading month={month} pages={list.data?.pages ?? []} />,
                  }}
                  loading={list.isPending && 'Loading...'}
                  empty={<Nothing period={period} words={words} />}
                  selectedKey={detail.id ?? null}
                  onRowPress={({ journalId }) => detail.open(journalId)}
                />
              </Card>
            </>
          )}
          <More list={list} label="Load more" centred />
          {(list.isPending || rows.length > 0) && <Download range={range} isReady={rows.length > 0} />}
        </Stack>
      </ListDetail>
    </Stack>
  )
}

function dayIn(search: URLSearchParams, name: string): string | undefined {
  const day = search.get(name) ?? ''
  return isDay(day) ? day : undefined
}

function Details({ event }: { event: StatementEvent }) {
  const line = narrationLine(event)
  return (
    <span className={styles.details}>
      <span className={pressed.name}>{event.title}</span>
      {line !== '' && (
        <small className="note">
          <AmountText>{line}</AmountText>
        </small>
      )}
    </span>
  )
}

const Signed = ({ paise }: { paise: bigint }) => (
  <span className={styles.signed}>
    {paise > 0n && '+'}
    <Money amount={paise} />
  </span>
)

/** The change of the balance, or what the event changes instead. */
function Amount({ event: { amount, entries } }: { event: StatementEvent }) {
  if (amount !== 0) return <Signed paise={paiseOf(amount)} />
  const changes = otherChanges(entries)
  if (changes.length === 0) {
    const total = entries.reduce((sum, entry) => sum + paiseOf(entry.amount), 0n)
    return (
      <span className={`note ${styles.outside}`}>
        {sentence('{amount}, outside your wallet', { amount: <Money amount={total} /> })}
      </span>
    )
  }
  return changes.map(({ figure, paise }) => (
    <small key={figure} className={`note ${styles.other}`}>
      {figure} <Signed paise={paise} />
    </small>
  ))
}

function Balance({ event: { balance } }: { event: StatementEvent }) {
  return (
    <>
      <span className={styles.balanceLabel}>Balance </span>
      <Money amount={paiseOf(balance)} />
    </>
  )
}

type Pages = NonNullable<ReturnType<typeof useStatement>['data']>['pages']

function Summary({ range }: { range: Pages[number]['range'] }) {
  const parts = [
    ['Opening balance', range?.opening],
    ['Closing balance', range?.closing],
  ] as const
  return (
    <dl className={styles.summary} aria-busy={range === undefined}>
      {parts.map(([term, rupees]) => (
        <div key={term}>
          <dt className="note">{term}</dt>
          <dd>{rupees === undefined ? '…' : <Money amount={paiseOf(rupees)} />}</dd>
        </div>
      ))}
    </dl>
  )
}

function MonthHeading({ month, pages }: { month: string; pages: Pages }) {
  const totals = pages.flatMap(({ months }) => months).find((each) => each.month === month)
  return (
    <span className={styles.month}>
      {monthName(month)}
      {totals && (
        <small className="note">
          {sentence('In {moneyIn} · Out {moneyOut} · Closing balance {closing}', {
            moneyIn: <Money amount={paiseOf(totals.moneyIn)} />,
            moneyOut: <Money amount={paiseOf(totals.moneyOut)} />,
            closing: <Money amount={paiseOf(totals.closing)} />,
          })}
        </small>
      )}
    </span>
  )
}

function Nothing({ period, words }: { period: string; words: string }) {
  if (words !== '') return <EmptyState title="No matching entries">{statementText.noneFound}</EmptyState>
  if (period !== 'all') return <EmptyState title="No entries in this period">{statementText.noneInPeriod}</EmptyState>
  return <EmptyState title="No entries yet">{statementText.none}</EmptyState>
}
