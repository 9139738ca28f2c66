import type { Quote } from '@sauda/contract/trading/market'
import type { Watched } from '@sauda/contract/trading/watch'
import { Card } from '@sauda/ui/card'
import { Combobox } from '@sauda/ui/combobox'
import { EmptyState } from '@sauda/ui/empty-state'
import { Loaded } from '@sauda/ui/error-state'
import { Grid, Stack } from '@sauda/ui/stack'
import { endColumn, Table, type TableColumn } from '@sauda/ui/table'
import pressed from '@sauda/ui/pressed-row.module.css'
import { useIsDesktop } from '@sauda/web/hooks'
import { Star } from 'lucide-react'
import { useState } from 'react'
import { useAttempt } from '../shell/attempt.ts'
import { lazyPart } from '../shell/lazy-part.tsx'
import { Screen } from '../shell/screen.tsx'
import { useOpenStock } from '../shell/stock-link.tsx'
import { PriceAge, priceQuality, rupeePrice } from '../trading/market/price.tsx'
import { useQuote, useWatch } from '../trading/market/prices.ts'
import { useFoundInstruments, useWatchActions, useWatchlist, watchText } from '../trading/watch/watch.api.ts'
import { Change, Live } from './watched.tsx'

/** Only drawn where there is room beside the list. */
const ClosesChart = lazyPart(async () => (await import('../trading/market/closes-chart.tsx')).ClosesChart)

/** The symbols that the client follows, and their price alerts. */
export default function Watchlist() {
  const list = useWatchlist()
  const openStock = useOpenStock()
  const symbols = list.data?.watched.map(({ symbol }) => symbol) ?? []
  useWatch(symbols)
  const [firstSymbol] = symbols
  const first = useQuote(firstSymbol ?? '')
  const isDesktop = useIsDesktop()
  return (
    <Screen title="Watchlist" icon={<Star />}>
      <Stack gap={5}>
        <AddSymbol />
        {first.price !== undefined && <PriceAge quote={first} />}
        <Grid two={isDesktop && firstSymbol !== undefined ? 'wide' : undefined} align="start">
          <Card flush={list.data !== undefined}>
            <Loaded query={list} lines={5} failed={watchText.failed}>
              {({ watched }) => (
                <Table
                  label="Watchlist"
                  columns={columnsOf(priceQuality(first))}
                  rows={watched}
                  rowKey={({ symbol }) => symbol}
                  onRowPress={({ symbol }) => openStock(symbol)}
                  empty={<EmptyState title={watchText.empty}>{watchText.emptyHint}</EmptyState>}
                />
              )}
            </Loaded>
          </Card>
          {isDesktop && firstSymbol !== undefined && (
            <Card title={firstSymbol}>
              <ClosesChart symbol={firstSymbol} />
            </Card>
          )}
        </Grid>
      </Stack>
    </Screen>
  )
}

const columnsOf = (said: string): readonly TableColumn<Watched>[] => [
  {
    key: 'symbol',
    header: 'Symbol',
    rowHeader: true,
    place: 'lead',
    cell: ({ symbol }) => <span className={pressed.name}>{symbol}</span>,
  },
  {
    key: 'name',
    header: 'Name',
    place: 'under',
    cell: ({ name, alerts }) => {
      const open = alerts.filter(({ fired }) => !fired)
      return (
        <>
          {name}
          {watchText.alerts(open.map((each) => rupeePrice(each.price)))}
        </>
      )
    },
  },
  endColumn(
    'price',
    'Last price',
    ({ symbol }) => <Live symbol={symbol} show={({ quote }) => <LastPrice quote={quote} said={said} />} />,
    'figure',
  ),
  endColumn('change', 'Day’s change', ({ symbol }) => <Live symbol={symbol} show={Change} />, 'state'),
]

/** The quality of the prices stands once above the list, and in a row only where it differs. */
const LastPrice = ({ quote, said }: { quote: Quote; said: string }) =>
  quote.price === undefined ? (
    '–'
  ) : (
    <>
      {rupeePrice(quote.price)}
      {priceQuality(quote) !== said && (
        <small className="block regular">
          <PriceAge quote={quote} />
        </small>
      )}
    </>
  )

function AddSymbol() {
  const [search, setSearch] = useState('')
  const found = useFoundInstruments(search.trim())
  const { add } = useWatchActions()
  const { error, attempt } = useAttempt('your watchlist')
  const instruments = found.data?.instruments ?? []
  return (
    <Combobox
      label="Add a symbol"
      error={error}
      value={null}
      onPick={(item) => {
        if (item) attempt(() => add(item.symbol))
      }}
      items={instruments}
      onSearch={setSearch}
      keyOf={({ symbol }) => symbol}
      textOf={({ symbol }) => symbol}
      renderItem={({ symbol, name }) => (
        <>
          {symbol} <span className="soft">{name}</span>
        </>
      )}
      note={search.trim() !== '' && found.data && instruments.length === 0 ? watchText.noMatch : ''}
      busy={found.isFetching}
      placeholder="Symbol or name"
    />
  )
}
