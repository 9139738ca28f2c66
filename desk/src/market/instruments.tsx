import type { Instrument } from '@sauda/contract/market'
import { StatusPill } from '@sauda/ui/badge'
import { Button } from '@sauda/ui/button'
import { Card } from '@sauda/ui/card'
import { EmptyState } from '@sauda/ui/empty-state'
import { More } from '@sauda/ui/more'
import { Table, type TableColumn } from '@sauda/ui/table'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { NotLoaded } from '../shell/loaded.tsx'
import { useAddressText } from '../shell/address-text.ts'
import { useListKeys } from '../shell/list-keys.ts'
import { SearchField } from '../shell/search-field.tsx'
import { useShortcuts } from '../shell/shortcut.ts'
import { InstrumentDialog } from './instrument-dialog.tsx'
import { useInstruments } from './market.api.ts'
import styles from './market.module.css'

const counted = new Intl.NumberFormat('en-IN')

const columnsOf = (onOpen: (instrument: Instrument) => void): readonly TableColumn<Instrument>[] => [
  {
    key: 'symbol',
    header: 'Symbol',
    rowHeader: true,
    place: 'lead',
    cell: (instrument) => (
      <div className={styles.named}>
        <button type="button" className={styles.symbol} data-item="" onClick={() => onOpen(instrument)}>
          {instrument.symbol}
        </button>
        <span>{instrument.name}</span>
      </div>
    ),
  },
  {
    key: 'kind',
    header: 'Type',
    place: 'under',
    cell: ({ exchange, kind }) => `${exchange} ${kind}`,
  },
  {
    key: 'lot',
    header: 'Lot',
    align: 'end',
    cell: ({ lot }) => <span className="tabular">{counted.format(lot)}</span>,
  },
  { key: 'tick', header: 'Tick', align: 'end', cell: ({ tick }) => <span className="tabular">{tick}</span> },
  {
    key: 'state',
    header: 'Buying',
    place: 'state',
    cell: ({ active }) =>
      active ? <StatusPill tone="success">Open</StatusPill> : <StatusPill tone="neutral">Stopped</StatusPill>,
  },
]

export function Instruments() {
  const { typed, type, settled } = useAddressText('search')
  const query = useInstruments(settled)
  const list = useListKeys<HTMLDivElement>('List')
  // Stays while the dialog closes.
  const [dialog, setDialog] = useState<{ instrument: Instrument | undefined; open: boolean; time: number }>()
  const show = (instrument: Instrument | undefined) =>
    setDialog({ instrument, open: true, time: (dialog?.time ?? 0) + 1 })
  useShortcuts('Instruments', [{ keys: ['n'], does: 'Add an instrument', run: () => show(undefined) }])
  const rows = query.data?.pages.flatMap(({ instruments }) => instruments) ?? []
  const total = query.data?.pages[0]?.total ?? 0
  return (
    <>
      <div className={styles.bar}>
        <SearchField
          label="Find an instrument"
          hint="Symbol, name or alias"
          value={typed}
          busy={query.isFetching && !query.isFetchingNextPage && settled !== ''}
          onValueChange={type}
        />
        <Button icon={<Plus size={16} aria-hidden="true" />} onClick={() => show(undefined)}>
          Add instrument
        </Button>
      </div>
      <Card flush>
        <div ref={list}>
          {query.isError && !query.data ? (
            <NotLoaded query={query} failed="The instruments could not be loaded" />
          ) : (
            <Table
              label="Instruments"
              columns={columnsOf(show)}
              rows={rows}
              rowKey={({ _id }) => _id}
              loading={query.isPending && 'Loading the instruments'}
              empty={
                settled === '' ? (
                  <EmptyState title="No instruments yet">Add the first one above.</EmptyState>
                ) : (
                  <EmptyState title="No instrument matches">{`Searched symbols, names and aliases for “${settled}”.`}</EmptyState>
                )
              }
              footer={query.hasNextPage && <More list={query} label={`Show more of ${counted.format(total)}`} />}
            />
          )}
        </div>
      </Card>
      {dialog && (
        <InstrumentDialog
          key={dialog.time}
          instrument={dialog.instrument}
          open={dialog.open}
          onClose={() => setDialog({ ...dialog, open: false })}
        />
      )}
    </>
  )
}
