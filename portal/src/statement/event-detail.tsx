import { accountNames, figureNames, figures } from '@sauda/contract/ledger-name'
import { paiseOf } from '@sauda/contract/money'
import type { StatementEvent } from '@sauda/contract/statement'
import { DescriptionList } from '@sauda/ui/description-list'
import { AmountText, Money } from '@sauda/ui/money'
import { Stack } from '@sauda/ui/stack'
import { endColumn, Table, type TableColumn } from '@sauda/ui/table'
import { formatDateTimeSeconds } from '@sauda/web/date-time'
import styles from './statement.module.css'

type Entry = StatementEvent['entries'][number]

const columns: readonly TableColumn<Entry>[] = [
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
export function EventDetail({ event }: { event: StatementEvent }) {
  const facts = [
    { term: 'Date & time', value: formatDateTimeSeconds(event.at) },
    ...(event.reason === undefined ? [] : [{ term: 'Narration', value: <AmountText>{event.reason}</AmountText> }]),
  ]
  return (
    <Stack gap={5}>
      <DescriptionList items={facts} />
      <section aria-labelledby="event-entries">
        <h3 id="event-entries" className={styles.part}>
          Ledger entries
        </h3>
        <Table label="Ledger entries" columns={columns} rows={event.entries} rowKey={(row) => row.id} />
      </section>
      <section aria-labelledby="event-figures">
        <h3 id="event-figures" className={styles.part}>
          Your figures after this
        </h3>
        <DescriptionList
          amounts
          items={figures.map((figure) => ({
            term: figureNames[figure],
            value: <Money amount={paiseOf(event.figures[figure])} />,
          }))}
        />
      </section>
    </Stack>
  )
}
