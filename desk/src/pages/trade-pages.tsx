import { mayBuy } from '@sauda/contract/client/kyc'
import { commonErrors } from '@sauda/contract/platform/error'
import { type Instrument, isPractice, marketLabels } from '@sauda/contract/trading/market'
import { decimalOf, decimalText } from '@sauda/contract/platform/decimal'
import { rupeesText } from '@sauda/contract/platform/money'
import { Card } from '@sauda/ui/card'
import { useEffect, useRef, useState } from 'react'
import { Navigate, useNavigate, useParams, useSearchParams } from 'react-router'
import { ClientPicker } from '../client/client/client-picker.tsx'
import { type Client, useClient } from '../client/client/client.api.ts'
import { Clearing } from '../trading/clearing/clearing.tsx'
import { ClosingPrices } from '../trading/closing-price/closing-prices.tsx'
import { CorporateActions } from '../trading/corporate-action/corporate-actions.tsx'
import { TradeDays } from '../trading/contract/trade-days.tsx'
import { ContractNotes } from '../trading/contract-note/contract-notes.tsx'
import { ExchangeFiles } from '../trading/exchange-file/exchange-files.tsx'
import { FairValues } from '../trading/fair-value/fair-values.tsx'
import { Holdings } from '../trading/holding/holdings.tsx'
import { TradeCharges } from '../trading/trade-charge/trade-charges.tsx'
import { Evening } from './evening.tsx'
import { InstrumentPicker, QuoteHint } from '../trading/market/instrument-picker.tsx'
import { Instruments } from '../trading/market/instruments.tsx'
import { useQuote } from '../trading/market/market.api.ts'
import { Securities } from '../trading/security/securities.tsx'
import { priceText, quantityText } from '../shell/format.ts'
import { Loaded } from '../shell/loaded.tsx'
import { useCan } from '../shell/me.ts'
import { useRecent } from '../shell/recent.ts'
import { tradePages } from '../shell/navigation.tsx'
import { Page } from '../shell/page.tsx'
import { OpenPositions } from '../trading/trade/positions-table.tsx'
import { TradeActions, TradePill } from '../trading/trade/trades-table.tsx'
import { Ticket } from '../trading/trade/ticket.tsx'
import { TradeFacts } from '../trading/trade/trade-facts.tsx'
import { TradeFrame } from '../trading/trade/trade-frame.tsx'
import { useBook, useTrade } from '../trading/trade/trade.api.ts'

export function TicketPage() {
  const can = useCan()
  const first = tradePages.find(({ rights }) => rights.some(can))
  if (first && first.to !== '/trade') return <Navigate to={first.to} replace />
  return (
    <TradeFrame title="Trades" description="Buy for a client. To sell, use Square off on the position below.">
      <OpenTicket />
    </TradeFrame>
  )
}

export function InstrumentsPage() {
  const can = useCan()
  return (
    <TradeFrame
      title="Instruments"
      rights={['trade.book', 'exchange.import']}
      description="What can be traded. A row opens its lot and tick size."
    >
      {can('trade.book') && <Instruments />}
      {can('exchange.import') && <Securities />}
    </TradeFrame>
  )
}

export const ClosingPricesPage = () => (
  <TradeFrame title="Closing prices" rights={['price.import']}>
    <Evening />
    <ClosingPrices />
    <FairValues />
  </TradeFrame>
)

export const CorporateActionsPage = () => (
  <TradeFrame
    title="Corporate actions"
    rights={['exchange.import']}
    description="Splits, bonuses, rights, mergers, buybacks and dividends: for all holders, by two operators."
  >
    <CorporateActions />
  </TradeFrame>
)

export const ExchangeFilesPage = () => (
  <TradeFrame title="Exchange files" rights={['exchange.import', 'operator.manage']}>
    <Evening />
    <ExchangeFiles>
      {(fileDays, filesOf, toCheckOf, detailsOf) => (
        <TradeDays fileDays={fileDays} filesOf={filesOf} toCheckOf={toCheckOf} detailsOf={detailsOf} />
      )}
    </ExchangeFiles>
  </TradeFrame>
)

export const ContractNotesPage = () => (
  <TradeFrame
    title="Contract notes"
    rights={['exchange.import', 'operator.manage']}
    description="One signed note for each client and trade day, within 24 hours of the first trade."
  >
    <ContractNotes />
  </TradeFrame>
)

export const ClearingPage = () => (
  <TradeFrame title="Settlement" rights={['settlement.manage']}>
    <Evening />
    <Clearing />
  </TradeFrame>
)

export const HoldingsPage = () => (
  <TradeFrame
    title="Holdings"
    rights={['settlement.manage']}
    description="Shares in the demat accounts, compared with the positions here. Nothing is corrected by this comparison."
  >
    <Holdings />
  </TradeFrame>
)

export const TradeChargesPage = () => (
  <TradeFrame
    title="Charges"
    rights={['exchange.import', 'operator.manage']}
    description="Rates and brokerage plans, each from a trade day on."
  >
    <TradeCharges ClientPicker={ClientPicker} />
  </TradeFrame>
)

function OpenTicket() {
  const [address, setAddress] = useSearchParams()
  const clientId = address.get('client') ?? undefined
  const client = useClient(clientId ?? '', clientId !== undefined).data
  const [stock, setStock] = useState<Instrument | null>(null)
  const [quote] = useQuote(stock?.symbol).data?.quotes ?? []
  const held = (useBook(client?._id).data?.trades ?? [])
    .filter(({ action, status, stockName }) => action === 'BUY' && status === 'OPEN' && stockName === stock?.symbol)
    .reduce((sum, { quantity }) => sum + (decimalOf(quantity) ?? 0n), 0n)
  const clientBox = useRef<HTMLDivElement>(null)
  const stockInput = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // A client named in the address is already selected.
    const first = clientId === undefined ? clientBox.current?.querySelector('input') : stockInput.current
    first?.focus()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, as the screen opens
  }, [])
  return (
    <>
      <Ticket
        client={client}
        stockName={stock?.symbol}
        stockInput={stockInput}
        clientField={(error) => (
          <div ref={clientBox}>
            <ClientPicker
              value={client ?? null}
              onPick={(picked) => setAddress(picked ? { client: picked._id } : {}, { replace: true })}
              hint={client ? moneyText(client) : noHint}
              error={error ?? (client && barred(client))}
            />
          </div>
        )}
        stockField={(error) => <InstrumentPicker ref={stockInput} value={stock} onPick={setStock} error={error} />}
        quantityHint={stock ? lotText(stock) : noHint}
        last={quote?.price === undefined ? undefined : { price: quote.price, isClose: quote.state === 'close' }}
        priceHint={stock ? <QuoteHint symbol={stock.symbol} /> : noHint}
        facts={[
          quote?.price !== undefined && {
            term: quote.state === 'close' ? `${quote.symbol}, last close` : `${quote.symbol}, last price`,
            value: priceText(quote.price),
          },
          stock !== null &&
            client && {
              term: `${stock.symbol} of ${client.name}`,
              value: held === 0n ? 'None' : quantityText(decimalText(held)),
            },
        ]}
        onBooked={() => setStock(null)}
      />
      {client && (
        <OpenPositions clientId={client._id}>
          {(table) => (
            <Card title={`Open positions of ${client.name}`} flush>
              {table}
            </Card>
          )}
        </OpenPositions>
      )}
    </>
  )
}

/** Keeps the line of a hint that comes with the choice, so that the form does not move. */
const noHint = '\u00a0'

function moneyText({ wallet, frozen }: Client): string {
  const loan = wallet.loanAmount > 0 ? `, unused loan ${rupeesText(wallet.loanAmount)}` : ''
  const money = `Balance ${rupeesText(wallet.balance)}${loan}.`
  return frozen ? `${money} The client’s login is frozen.` : money
}

const barred = ({ isDocsVerified }: Client): string | undefined =>
  mayBuy(isDocsVerified) ? undefined : commonErrors.notVerified.message

const lotText = ({ lot, fractional }: Instrument): string =>
  fractional ? 'Fractional quantity allowed.' : lot === 1 ? 'Whole units.' : `In lots of ${quantityText(lot)}.`

const titleOf = ({ action, stockName }: { action: string; stockName: string }): string =>
  action === 'BUY' ? `Buy of ${stockName}` : `Sale of ${stockName}`

export function TradePage() {
  const { tradeId = '' } = useParams()
  const query = useTrade(tradeId)
  const trade = query.data
  const navigate = useNavigate()
  useRecent('Trade', trade && `${titleOf(trade)} ${trade.tradeId}`)
  return (
    <Page
      title={trade ? titleOf(trade) : 'Trade'}
      right="client.read"
      description={
        trade && (
          <span className="tabular">
            {isPractice(trade.orderNumber) ? `${trade.tradeId}, ${marketLabels.practice}` : trade.tradeId}
          </span>
        )
      }
      mark={trade && <TradePill trade={trade} />}
      actions={trade && <TradeActions trade={trade} />}
      onBack={() => void navigate(trade ? `/clients/${trade.clientId}?show=trades` : '/trade')}
    >
      <Loaded query={query} what="this trade" lines={8}>
        {(known) => <TradeFacts trade={known} />}
      </Loaded>
    </Page>
  )
}
