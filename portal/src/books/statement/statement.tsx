import type { StatementEvent, TrailSource } from '@sauda/contract/books/statement'
import { accountNames, figureNames, figuresIn } from '@sauda/contract/core/ledger-name'
import { monthName } from '@sauda/contract/platform/day-text'
import { paiseOf } from '@sauda/contract/platform/money'
import { Card } from '@sauda/ui/card'
import { isDay } from '@sauda/ui/date-field'
import { DescriptionList } from '@sauda/ui/description-list'
import { EmptyState } from '@sauda/ui/empty-state'
import { ErrorState, Loaded } from '@sauda/ui/error-state'
import { AmountText, Money } from '@sauda/ui/money'
import { More } from '@sauda/ui/more'
import { sentence } from '@sauda/ui/sentence'
import { Row, Stack } from '@sauda/ui/stack'
import { endColumn, Table, type TableColumn } from '@sauda/ui/table'
import { DateTime, dayInIndia, formatDateTimeSeconds } from '@sauda/web/date-time'
import { useToday } from '@sauda/web/server-clock'
import { MoneyTrailSteps } from '@sauda/web/money-trail'
import { useSearchParams } from 'react-router'
import { ListDetail, useDetail } from '../../shell/list-detail.tsx'
import { traceOf } from '../../shell/amounts.tsx'
import { DetailSection } from '../../shell/screen.tsx'
import { Filters, Download } from './filters.tsx'
import { dayBefore, type DayRange, monthIn, periodOf, rangeOf } from './range.ts'
import { useMoneyTrail, useStatement, useStatementEvent } from './statement.api.ts'
import styles from './statement.module.css'
import { openTrail } from './trail-dialog.tsx'
import { type Change, narrationLine, otherChanges, statementText } from './statement.text.ts'

const columns: readonly TableColumn<StatementEvent>[] = [
  {
    key: 'at',
    header: 'Date & Time',
    cell: (row) => (
      <span className="nowrap">
        <DateTime at={row.at} />
      </span>
    ),
    place: 'below',
  },
  { key: 'details', header: 'Details', cell: (row) => <Details event={row} />, rowHeader: true, place: 'lead' },
  endColumn('amount', 'Amount', (row) => <Amount event={row} />, 'figure'),
  endColumn('balance', 'Balance', (row) => <Balance event={row} />, 'state'),
]

/** The client's ledger as a passbook. */
export default function Statement() {
  const [search, setSearch] = useSearchParams()
  const period = periodOf(search.get('period'))
  const range = rangeOf(period, useToday(), { from: dayIn(search, 'from'), to: dayIn(search, 'to') })
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
      <h2 id="statement" className="visually-hidden">
        Statement
      </h2>
      <Filters period={period} range={range} words={words} onChange={change} />
      <ListDetail
        detail={detail}
        title={`${title} ${reference}`.trim()}
        content={
          <Loaded query={event} lines={5} failed="This entry could not be loaded">
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
              <Row justify="between" align="end" gap={4}>
                {(!list.data || list.data.pages[0]?.range) && (
                  <Summary range={list.data?.pages[0]?.range} days={range} />
                )}
                {(list.isPending || rows.length > 0) && <Download range={range} isReady={rows.length > 0} />}
              </Row>
              <Card flush className={styles.list}>
                <Table
                  label="Statement"
                  columns={columns}
                  rows={rows}
                  rowKey={(row) => row.journalId}
                  group={{
                    keyOf: (row) => dayInIndia(row.at).slice(0, 7),
                    heading: (month) => <MonthHeading month={month} pages={list.data?.pages ?? []} days={range} />,
                  }}
                  loading={list.isPending && 'Loading...'}
                  empty={<EmptyStatement period={period} words={words} />}
                  selectedKey={detail.id ?? null}
                  onRowPress={({ journalId }) => detail.open(journalId)}
                />
              </Card>
            </>
          )}
          <More list={list} label="Load more" centred />
        </Stack>
      </ListDetail>
    </Stack>
  )
}

function dayIn(search: URLSearchParams, name: string): string | undefined {
  const day = search.get(name) ?? ''
  return isDay(day) ? day : undefined
}

/** What happened; below it the narration, and what changes besides the balance: of a trade day, what its narration leaves out. */
function Details({ event }: { event: StatementEvent }) {
  const line = narrationLine(event)
  return (
    <span>
      {event.title}
      <small className={`note regular ${styles.line}`}>
        {line !== '' && (
          <span>
            <AmountText>{line}</AmountText>
          </span>
        )}
        {event.amount === 0 && <Changes event={event} />}
      </small>
    </span>
  )
}

const Signed = ({ paise }: { paise: bigint }) => (
  <span className="nowrap">
    {paise > 0n && '+'}
    <Money amount={paise} />
  </span>
)

function Changes({ event: { event, entries } }: { event: StatementEvent }) {
  const changes = otherChanges(entries)
  if (changes.length === 0) {
    const total = entries.reduce((sum, entry) => sum + paiseOf(entry.amount), 0n)
    return <span>{sentence('{amount}, outside your wallet', { amount: <Money amount={total} /> })}</span>
  }
  const isShown = ({ figure }: Change) => event !== 'contract.booked' || figure !== figureNames.invested
  return changes.filter(isShown).map(({ figure, paise }) => (
    <span key={figure}>
      {figure} <Signed paise={paise} />
    </span>
  ))
}

const Amount = ({ event: { amount } }: { event: StatementEvent }) =>
  amount === 0 ? <span className="dim">–</span> : <Signed paise={paiseOf(amount)} />

function Balance({ event: { balance } }: { event: StatementEvent }) {
  return (
    <span className="narrow-sm">
      <span className="narrow">Balance </span>
      <Money amount={paiseOf(balance)} />
    </span>
  )
}

type Pages = NonNullable<ReturnType<typeof useStatement>['data']>['pages']

function Summary({ range, days: { from, to } }: { range: Pages[number]['range']; days: DayRange }) {
  const parts = [
    ['Opening balance', range?.opening, from === undefined ? undefined : { to: dayBefore(from) }],
    ['Closing balance', range?.closing, { to }],
  ] as const
  return (
    <Row as="dl" gap="3 6" aria-busy={range === undefined}>
      {parts.map(([term, rupees, until]) => (
        <div key={term}>
          <dt className="note">{term}</dt>
          <dd className="strong">
            {rupees === undefined ? (
              '…'
            ) : (
              <Money amount={paiseOf(rupees)} onTrace={until && traceOf(term, { figure: 'cash', ...until })} />
            )}
          </dd>
        </div>
      ))}
    </Row>
  )
}

function MonthHeading({ month, pages, days }: { month: string; pages: Pages; days: DayRange }) {
  const own = monthIn(month, days)
  const name = monthName(month)
  const cash = (title: string, rupees: number, source: TrailSource) => (
    <Money amount={paiseOf(rupees)} onTrace={traceOf(`${title}, ${name}`, { figure: 'cash', ...source })} />
  )
  const totals = pages.flatMap(({ months }) => months).find((each) => each.month === month)
  return (
    <Row as="span" justify="between" align="baseline" gap="0 4">
      {name}
      {totals && (
        <small className="note regular">
          {sentence('In {moneyIn} · Out {moneyOut} · Closing balance {closing}', {
            moneyIn: cash('In', totals.moneyIn, { ...own, flow: 'in' }),
            moneyOut: cash('Out', totals.moneyOut, { ...own, flow: 'out' }),
            closing: cash('Closing balance', totals.closing, { to: own.to }),
          })}
        </small>
      )}
    </Row>
  )
}

function EmptyStatement({ period, words }: { period: string; words: string }) {
  if (words !== '') return <EmptyState title="No matching entries">{statementText.noneFound}</EmptyState>
  if (period !== 'all') return <EmptyState title="No entries in this period">{statementText.noneInPeriod}</EmptyState>
  return <EmptyState title="No entries yet">{statementText.none}</EmptyState>
}

type Entry = StatementEvent['entries'][number]

const entryColumns: readonly TableColumn<Entry>[] = [
  { key: 'label', header: 'Entry', cell: (row) => row.label, rowHeader: true, place: 'lead' },
  {
    key: 'accounts',
    header: 'From and to',
    cell: ({ debit, credit }) => `${accountNames[debit]} → ${accountNames[credit]}`,
    place: 'under',
  },
  endColumn('amount', 'Amount', (row) => <Money amount={paiseOf(row.amount)} />, 'figure'),
]

/** An event's ledger entries, and the client's figures after it. */
function EventDetail({ event }: { event: StatementEvent }) {
  const trail = useMoneyTrail(event.journalId)
  const facts = [
    { term: 'Date & time', value: formatDateTimeSeconds(event.at) },
    event.reason !== undefined && { term: 'Narration', value: <AmountText>{event.reason}</AmountText> },
  ]
  return (
    <Stack gap={5}>
      <DescriptionList items={facts} />
      <DetailSection id="event-entries" title="Ledger entries">
        <div className={styles.entries}>
          <Table label="Ledger entries" columns={entryColumns} rows={event.entries} rowKey={(row) => row.id} />
        </div>
      </DetailSection>
      <DetailSection id="event-trail" title="Money trail">
        <Loaded query={trail} failed="The money trail could not be loaded">
          {(data) => <MoneyTrailSteps trail={data} journalId={event.journalId} onOpen={openTrail} />}
        </Loaded>
      </DetailSection>
      <DetailSection id="event-figures" title="Your figures after this">
        <DescriptionList
          amounts
          items={figuresIn(event.figures).map((figure) => ({
            term: figureNames[figure],
            value: (
              <Money
                amount={paiseOf(event.figures[figure] ?? 0)}
                onTrace={traceOf(figureNames[figure], { figure, until: event.journalId })}
              />
            ),
          }))}
        />
      </DetailSection>
    </Stack>
  )
}
