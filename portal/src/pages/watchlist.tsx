import { decimalOf } from '@sauda/contract/platform/decimal'
import type { Quote } from '@sauda/contract/trading/market'
import type { AlertSide, PriceAlert, Watched } from '@sauda/contract/trading/watch'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { AmountField } from '@sauda/ui/amount-field'
import { Button, IconButton } from '@sauda/ui/button'
import { Card } from '@sauda/ui/card'
import { Combobox } from '@sauda/ui/combobox'
import { EmptyState } from '@sauda/ui/empty-state'
import { Loaded } from '@sauda/ui/error-state'
import { RadioGroup } from '@sauda/ui/radio-group'
import { Row, Stack } from '@sauda/ui/stack'
import { endColumn, Table, type TableColumn } from '@sauda/ui/table'
import { formatDateTime } from '@sauda/web/date-time'
import pressed from '@sauda/ui/pressed-row.module.css'
import { Star, X } from 'lucide-react'
import { useId, useState, type ReactNode, type SubmitEvent } from 'react'
import { useAttempt } from '../shell/attempt.ts'
import { ListDetail, useDetail } from '../shell/list-detail.tsx'
import { DetailSection, Screen } from '../shell/screen.tsx'
import { ClosesChart } from '../trading/market/closes-chart.tsx'
import { changeOf, PriceAge, priceNumber, priceQuality } from '../trading/market/price.tsx'
import { useQuote, useWatch } from '../trading/market/prices.ts'
import { useFoundInstruments, useWatchActions, useWatchlist, watchText } from '../trading/watch/watch.api.ts'

const price = (exact: string): string => `₹${priceNumber(exact)}`

/** The symbols that the client follows, and their price alerts. */
export default function Watchlist() {
  const list = useWatchlist()
  const detail = useDetail('symbol', list.data?.watched[0]?.symbol)
  const open = list.data?.watched.find(({ symbol }) => symbol === detail.shownId)
  const symbols = list.data?.watched.map(({ symbol }) => symbol) ?? []
  useWatch(symbols)
  const first = useQuote(symbols[0] ?? '')
  return (
    <Screen title="Watchlist" icon={<Star />}>
      <ListDetail
        detail={detail}
        title={open ? `${open.symbol} · ${open.name}` : detail.shownId}
        content={open && <WatchedDetail key={open.symbol} watched={open} onRemoved={detail.close} />}
        wide
        lead="detail"
      >
        <Stack gap={5}>
          <Row justify="between" align="end">
            <AddSymbol />
            {first.price !== undefined && <PriceAge quote={first} />}
          </Row>
          <Card flush={list.data !== undefined}>
            <Loaded query={list} lines={5} failed={watchText.failed}>
              {({ watched }) => (
                <Table
                  label="Watchlist"
                  columns={columnsOf(priceQuality(first))}
                  rows={watched}
                  rowKey={({ symbol }) => symbol}
                  selectedKey={detail.id ?? null}
                  onRowPress={({ symbol }) => detail.open(symbol)}
                  empty={<EmptyState title={watchText.empty}>{watchText.emptyHint}</EmptyState>}
                />
              )}
            </Loaded>
          </Card>
        </Stack>
      </ListDetail>
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
          {watchText.alerts(open.map((each) => price(each.price)))}
        </>
      )
    },
  },
  endColumn('price', 'Last price', ({ symbol }) => <Live symbol={symbol} said={said} show={LastPrice} />, 'figure'),
  endColumn('change', 'Day’s change', ({ symbol }) => <Live symbol={symbol} said={said} show={Change} />, 'state'),
]

type Shown = (props: { quote: Quote; said: string }) => ReactNode

function Live({ symbol, said, show: Show }: { symbol: string; said: string; show: Shown }) {
  return <Show quote={useQuote(symbol)} said={said} />
}

/** The quality of the prices stands once above the list, and in a row only where it differs. */
const LastPrice: Shown = ({ quote, said }) =>
  quote.price === undefined ? (
    '–'
  ) : (
    <>
      {price(quote.price)}
      {priceQuality(quote) !== said && (
        <small className="block regular">
          <PriceAge quote={quote} />
        </small>
      )}
    </>
  )
const Change: Shown = ({ quote }) => {
  const change = changeOf(quote.price, quote.previousClose)
  return change ? <span className={change.isLoss ? 'loss' : 'gain'}>{change.text}</span> : '–'
}

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

function WatchedDetail({ watched, onRemoved }: { watched: Watched; onRemoved: () => void }) {
  const { symbol, alerts } = watched
  const actions = useWatchActions()
  const { error, busy, attempt } = useAttempt('your watchlist')
  return (
    <Stack gap={6}>
      <ClosesChart symbol={symbol} />
      <DetailSection id="alerts" title="Price alerts" gap={3}>
        {alerts.length > 0 && (
          <ul className="lines">
            {alerts.map((alert) => (
              <Alert key={alert._id} alert={alert} onRemove={() => attempt(() => actions.removeAlert(alert._id))} />
            ))}
          </ul>
        )}
        <AlertForm
          busy={busy}
          onAdd={(side, at, done) => attempt(() => actions.addAlert({ symbol, side }, at).then(done))}
        />
        {error && <AlertBanner tone="error">{error}</AlertBanner>}
      </DetailSection>
      <Button variant="secondary" disabled={busy} onClick={() => attempt(() => actions.remove(symbol).then(onRemoved))}>
        {watchText.removeSymbol(symbol)}
      </Button>
    </Stack>
  )
}

function Alert({ alert, onRemove }: { alert: PriceAlert; onRemove: () => void }) {
  const text = watchText.alert(alert.side, price(alert.price))
  return (
    <Row as="li" tight justify="between" gap={2}>
      <span className="tabular">
        {text}
        {alert.fired && (
          <small className="block note">
            {watchText.fired(price(alert.fired.price), formatDateTime(alert.fired.at))}
          </small>
        )}
      </span>
      <IconButton label={watchText.removeAlert(text)} icon={<X aria-hidden="true" />} onClick={onRemove} />
    </Row>
  )
}

interface AlertFormProps {
  busy: boolean
  onAdd: (side: AlertSide, price: string, done: () => void) => void
}

function AlertForm({ busy, onAdd }: AlertFormProps) {
  const [side, setSide] = useState<AlertSide>('above')
  const [text, setText] = useState('')
  const label = useId()
  const isValid = (decimalOf(text) ?? 0n) > 0n
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (isValid) onAdd(side, text, () => setText(''))
  }
  return (
    <form onSubmit={submit} noValidate aria-labelledby={label}>
      <Stack gap={3}>
        <RadioGroup
          label={<span id={label}>New alert</span>}
          look="segmented"
          options={[
            { value: 'above', label: 'At or above' },
            { value: 'below', label: 'At or below' },
          ]}
          value={side}
          onValueChange={setSide}
        />
        <AmountField
          label="Price"
          value={text}
          onText={setText}
          error={text === '' || isValid ? undefined : 'Enter a price above ₹0, such as ₹2,450.50'}
          hint={watchText.once}
        />
        <Button type="submit" loading={busy} disabled={!isValid}>
          Add alert
        </Button>
      </Stack>
    </form>
  )
}
