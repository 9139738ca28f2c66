import { formatCount } from '@sauda/contract/platform/decimal'
import type { Reply } from '@sauda/contract/platform/call'
import { type Instrument, instrumentKinds, marketCalls, marketRules } from '@sauda/contract/trading/market'
import { StatusPill } from '@sauda/ui/badge'
import { Button } from '@sauda/ui/button'
import { EmptyState } from '@sauda/ui/empty-state'
import pressed from '@sauda/ui/pressed-row.module.css'
import { Select } from '@sauda/ui/select'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { column, type ColumnsOf, endColumn, headColumn, QueryList } from '../../shell/table.tsx'
import { SearchField, useAddressText } from '../../shell/search-field.tsx'
import { useShortcuts } from '../../shell/shortcut.ts'
import { twoLines } from '../../shell/lines.tsx'
import { priceText } from '../../shell/format.ts'
import { quoteTime } from './instrument-picker.tsx'
import { useInstruments, useQuote, type NewInstrument } from './market.api.ts'
import layout from '../../shell/layout.module.css'
import { FormDialog, type ItemDialog, optionsOf, needsAdministrator, useItemDialog } from '../../shell/form-dialog.tsx'

type Quotes = Reply<typeof marketCalls.deskQuotes>

const columnsOf = (
  onOpen: (instrument: Instrument) => void,
  { clock, quotes = [] }: Partial<Quotes> = {},
): ColumnsOf<Instrument> => [
  headColumn('Symbol', 'lead', (instrument) => (
    <button type="button" className={pressed.press} data-item="" onClick={() => onOpen(instrument)}>
      {instrument.symbol}
    </button>
  )),
  column('Name', 'under', ({ name }) => name),
  column('Type', 'state', ({ exchange, kind }) => <span className="nowrap">{`${exchange}, ${kindNames[kind]}`}</span>),
  column('ISIN', 'below', ({ isin }) => isin),
  endColumn('Last price', 'figure', ({ symbol }) => {
    const quote = quotes.find((each) => each.symbol === symbol)
    return quote?.price && clock ? twoLines(priceText(quote.price), quoteTime(quote, clock)) : ''
  }),
  // Only if an instrument cannot be bought.
  column('Buying', 'note', ({ active }) => !active && <StatusPill tone="neutral">Stopped</StatusPill>),
]

export function Instruments() {
  const search = useAddressText('search')
  const { settled } = search
  const [kind, setKind] = useState<Instrument['kind']>()
  const query = useInstruments(settled, kind)
  const rows = query.data?.pages.flatMap(({ instruments }) => instruments) ?? []
  const quotes = useQuote(rows.length === 0 ? undefined : symbolsOf(rows)).data
  // A column without anything in it is left out.
  const filled: Readonly<Record<string, boolean>> = {
    Buying: rows.some(({ active }) => !active),
    ISIN: rows.some(({ isin }) => isin),
    'Last price': quotes?.quotes.some(({ price }) => price) ?? false,
  }
  const { show, dialog } = useItemDialog<Instrument | undefined>((props) => <InstrumentDialog {...props} />)
  useShortcuts('Instruments', [{ keys: ['n'], does: 'Add an instrument', run: () => show(undefined) }])
  return (
    <>
      <div className={layout.bar}>
        <SearchField label="Find an instrument" hint="Symbol, name or alias" search={search} query={query} />
        <div className={layout.choices}>
          <Select
            label="Type"
            options={optionsOf(kindNames, 'All types')}
            value={kind ?? ''}
            onChange={({ target }) => setKind(instrumentKinds.find((each) => each === target.value))}
          />
          <Button icon={<Plus size={16} aria-hidden="true" />} onClick={() => show(undefined)}>
            Add instrument
          </Button>
        </div>
      </div>
      <QueryList
        label="Instruments"
        query={query}
        rowsOf={({ pages }) => pages.flatMap(({ instruments }) => instruments)}
        more={`Show more of ${formatCount(query.data?.pages[0]?.total ?? 0)}`}
        columns={columnsOf(show, quotes).filter((column) => column && (filled[column.header] ?? true))}
        empty={
          settled === '' && !kind ? (
            <EmptyState title="No instruments yet">Add the first one above.</EmptyState>
          ) : (
            <EmptyState title="No instrument matches">{`Searched symbols, names and aliases for “${settled}”.`}</EmptyState>
          )
        }
      />
      {dialog}
    </>
  )
}

const symbolsOf = (rows: readonly Instrument[]): string =>
  rows
    .slice(0, marketRules.symbols)
    .map(({ symbol }) => symbol)
    .join(',')

const kindNames = { share: 'Equity', pair: 'Currency pair' } as const

const InstrumentDialog = ({ item: instrument, ...dialog }: ItemDialog<Instrument | undefined>) => (
  <FormDialog
    {...dialog}
    call={instrument ? marketCalls.editInstrument : marketCalls.addInstrument}
    params={{ instrumentId: instrument?._id ?? '' }}
    empty={typedFrom(instrument)}
    discardOnClose
    title={instrument ? instrument.symbol : 'Add instrument'}
    description={
      instrument
        ? 'Changes apply to trades booked from now on. The symbol cannot be changed because trades refer to it.'
        : 'The symbol cannot be changed later because trades refer to it.'
    }
    fields={[
      !instrument && {
        name: 'symbol',
        label: 'Symbol',
        hint: 'The exchange symbol, for example RELIANCE or USD/INR.',
        autoCapitalize: 'characters',
        spellCheck: false,
      },
      { name: 'name', label: 'Name', spellCheck: false },
      {
        name: 'aliases',
        label: 'Aliases',
        hint: 'Search aliases, comma-separated.',
        optional: true,
        spellCheck: false,
      },
      {
        name: 'isin',
        label: 'ISIN',
        hint: 'Shown in clients’ tax reports, for example INE009A01021.',
        optional: true,
        autoCapitalize: 'characters',
        spellCheck: false,
      },
      [
        {
          as: 'radio',
          look: 'segmented',
          name: 'exchange',
          label: 'Exchange',
          options: optionsOf({ NSE: 'NSE', BSE: 'BSE' }),
        },
        { as: 'radio', look: 'segmented', name: 'kind', label: 'Type', options: optionsOf(kindNames) },
        { as: 'number', name: 'lot', label: 'Lot size' },
        { as: 'number', name: 'tick', label: 'Tick size' },
      ],
      {
        as: 'checkbox',
        name: 'fractional',
        label: 'Fractional quantity allowed',
        hint: 'Allows decimal quantities; the lot size no longer applies.',
      },
      {
        as: 'checkbox',
        name: 'active',
        label: 'Open for buying',
        hint: 'Existing holdings can always be sold.',
      },
    ]}
    body={(typed) => {
      const { symbol, ...rest } = instrumentOf(typed)
      return instrument ? rest : { symbol, ...rest }
    }}
    action={instrument ? 'Save changes' : 'Add instrument'}
    loadingText="Saving"
    done={({ symbol }) => (instrument ? `${symbol} updated` : `${symbol} added`)}
    waiting={needsAdministrator}
  />
)

export interface TypedInstrument extends Omit<NewInstrument, 'aliases' | 'lot' | 'isin'> {
  /** Comma-separated. */
  aliases: string
  lot: string
  isin: string
}

export const emptyInstrument: TypedInstrument = {
  symbol: '',
  name: '',
  aliases: '',
  exchange: 'NSE',
  isin: '',
  kind: 'share',
  lot: '1',
  tick: '0.05',
  fractional: false,
  active: true,
}

export const typedFrom = (instrument: Instrument | undefined): TypedInstrument =>
  instrument ? { ...instrument, aliases: instrument.aliases.join(', '), lot: String(instrument.lot) } : emptyInstrument

export const instrumentOf = (typed: TypedInstrument) => ({
  ...typed,
  lot: /^\d{1,9}$/.test(typed.lot) ? Number(typed.lot) : Number.NaN,
  aliases: typed.aliases
    .split(',')
    .map((alias) => alias.trim())
    .filter((alias) => alias !== ''),
})
