import type { LedgerEvent } from '@sauda/contract/core/ledger'
import { statementCalls, statementRange, statementTexts } from '@sauda/contract/books/statement'
import { Button } from '@sauda/ui/button'
import { Card } from '@sauda/ui/card'
import { DateField, isDay } from '@sauda/ui/date-field'
import { DescriptionList } from '@sauda/ui/description-list'
import { EmptyState } from '@sauda/ui/empty-state'
import { RadioGroup } from '@sauda/ui/radio-group'
import { Table } from '@sauda/ui/table'
import { DateTime } from '@sauda/web/date-time'
import { useState } from 'react'
import { ClientEntries } from '../../core/ledger/client-entries.tsx'
import { RequestAdjustment } from '../../core/ledger/adjustments-page.tsx'
import { amountColumn, column, type ColumnsOf, headColumn, QueryTable } from '../../shell/table.tsx'
import { DownloadFile } from '../../shell/download-file.tsx'
import { Block, Note } from '../../shell/evidence.tsx'
import { FormDialog, DialogButton } from '../../shell/form-dialog.tsx'
import { amountFact, oneLine } from '../../shell/lines.tsx'
import { Loaded } from '../../shell/loaded.tsx'
import { useCan } from '../../shell/me.ts'
import { TrailDialog } from '../../shell/trail.tsx'
import type { Client } from './client.api.ts'
import type { Reply } from '@sauda/contract/platform/call'
import { fetchFile, useCall, usePages } from '../../shell/api.ts'
import layout from '../../shell/layout.module.css'
import type { Range } from '../../shell/range.tsx'

type StatementRow = Reply<typeof statementCalls.ofClient>['events'][number]

/** Empty is open. */
const queryOf = ({ from, to }: Range) => ({ from: from || undefined, to: to || undefined })

type Dates = 'booking' | 'trade'

const datesOptions = [
  { value: 'booking', label: 'Booked' },
  { value: 'trade', label: 'Traded' },
] as const satisfies readonly { value: Dates; label: string }[]

const useStatement = (clientId: string, range: Range, dates: Dates = 'booking') =>
  usePages(
    statementCalls.ofClient,
    { params: { clientId }, query: { ...queryOf(range), ...(dates === 'trade' && { by: dates }) } },
    { nextOf: ({ events, hasMore }) => (hasMore ? events.at(-1)?.journalId : undefined) },
  )

const useExplanation = (clientId: string, range: Range) =>
  useCall(statementCalls.explanation, {
    params: { clientId },
    query: queryOf(range),
  })

const loadExplanation = (clientId: string, range: Range) =>
  fetchFile(statementCalls.explanationPdf, { params: { clientId }, query: queryOf(range) })

export function ClientLedger({ client }: { client: Client }) {
  const { _id: clientId, name } = client
  const can = useCan()
  const [typed, setRange] = useState<Range>({ from: '', to: '' })
  const [dates, setDates] = useState<Dates>('booking')
  const range = { from: isDay(typed.from) ? typed.from : '', to: isDay(typed.to) ? typed.to : '' }
  const wrong = statementRange.safeParse(queryOf(range)).error?.issues[0]
  const atFrom = wrong?.path[0] === 'from'
  return (
    <div className={layout.column}>
      <div className={layout.choices}>
        <DateField
          label="From"
          optional
          value={typed.from}
          error={atFrom ? wrong.message : undefined}
          onText={(from) => setRange({ ...typed, from })}
        />
        <DateField
          label="To"
          optional
          value={typed.to}
          error={atFrom ? undefined : wrong?.message}
          onText={(to) => setRange({ ...typed, to })}
        />
        <RadioGroup label="Dates" look="segmented" options={datesOptions} value={dates} onValueChange={setDates} />
      </div>
      {!wrong && (
        <>
          {dates === 'booking' && <Explanation client={client} range={range} />}
          <Card title="Account statement" flush>
            <Statement clientId={clientId} range={range} dates={dates} />
          </Card>
        </>
      )}
      <Card
        title="Ledger entries"
        flush
        aside={
          can('ledger.adjust') && (
            <DialogButton
              size="small"
              dialog={(state) => <RequestAdjustment clientId={clientId} clientName={name} {...state} />}
            >
              Request adjustment
            </DialogButton>
          )
        }
      >
        <ClientEntries clientId={clientId} />
      </Card>
    </div>
  )
}

function Explanation({ client, range }: { client: Client; range: Range }) {
  const can = useCan()
  const query = useExplanation(client._id, range)
  const [isSending, setSending] = useState(false)
  return (
    <Card title="Explain this balance">
      <Loaded query={query} what="the explanation" lines={4}>
        {({ opening, closing, lines, sentences }) => (
          <div className={layout.column}>
            <DescriptionList
              amounts
              items={[
                amountFact('Opening balance', opening),
                ...lines.map(({ name, amount }) => amountFact(name, amount, { change: true })),
                amountFact('Closing balance', closing, { isTotal: true }),
              ]}
            />
            {lines.length === 0 && <Note>{statementTexts.unchanged}</Note>}
            <div className={layout.row}>
              <DownloadFile label="Download PDF" load={() => loadExplanation(client._id, range)} />
              {can('client.write') && (
                <Button variant="secondary" size="small" onClick={() => setSending(true)}>
                  Send to client
                </Button>
              )}
            </div>
            <FormDialog
              open={isSending}
              onClose={() => setSending(false)}
              call={statementCalls.sendExplanation}
              params={{ clientId: client._id }}
              body={() => queryOf(range)}
              title="Send this explanation?"
              description={`It is sent to ${client.email} as PDF.`}
              action="Send explanation"
              checkAt="the timeline"
            >
              <ul className={layout.list}>
                {sentences.map((text) => (
                  <li key={text}>{text}</li>
                ))}
              </ul>
            </FormDialog>
          </div>
        )}
      </Loaded>
    </Card>
  )
}

const columns: ColumnsOf<StatementRow> = [
  headColumn('Event', 'lead', ({ title, reference = '', reason = '' }) =>
    oneLine(title, [reason.startsWith(reference) ? '' : reference, reason].filter(Boolean).join(' · ') || reference),
  ),
  column('Date and time', 'under', ({ at }) => <DateTime at={at} />),
  amountColumn('In or out', ({ amount }) => amount, 'figure'),
  amountColumn('Balance', ({ balance }) => balance),
]

const shownRows = 6

/** The newest events, beside a case. */
export function LatestStatement({ clientId }: { clientId: string }) {
  const query = useStatement(clientId, { from: '', to: '' })
  if (!useCan()('ledger.read')) return null
  return (
    <Block title="Account statement">
      <Loaded query={query} what="the statement">
        {({ pages: [newest] }) =>
          newest && newest.events.length > 0 ? (
            <Table
              label="Account statement"
              columns={columns}
              narrow="scroll"
              rows={newest.events.slice(0, shownRows)}
              rowKey={({ journalId }) => journalId}
            />
          ) : (
            <Note>No entries yet.</Note>
          )
        }
      </Loaded>
    </Block>
  )
}

const trades = ['trade.bought', 'trade.sold', 'contract.booked', 'contract.reversed'] as const satisfies LedgerEvent[]

/** Trades and their charges also where unsettled proceeds bear them; what else changed no balance, such as a loan accepted, is among the entries. */
const isListed = ({ event, amount }: StatementRow) => amount !== 0 || trades.some((trade) => trade === event)

function Statement({ clientId, range, dates }: { clientId: string; range: Range; dates: Dates }) {
  const [opened, setOpened] = useState<StatementRow>()
  return (
    <>
      <QueryTable
        label="Account statement"
        query={useStatement(clientId, range, dates)}
        rowsOf={({ pages }) => pages.flatMap(({ events }) => events.filter(isListed))}
        what="the statement"
        columns={columns}
        rowKey={({ journalId }) => journalId}
        onRowPress={setOpened}
        empty={<EmptyState title="No entries in this period">Choose other days.</EmptyState>}
      />
      <TrailDialog
        of={
          opened && {
            clientId,
            source: { journal: opened.journalId },
            name: `${opened.title} ${opened.reference ?? ''}`.trim(),
          }
        }
        onClose={() => setOpened(undefined)}
      />
    </>
  )
}
