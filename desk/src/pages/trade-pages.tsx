import { mayBuy } from '@sauda/contract/kyc'
import { commonErrors } from '@sauda/contract/error'
import type { Instrument } from '@sauda/contract/market'
import { formatRupees, paiseOf } from '@sauda/contract/money'
import { Card } from '@sauda/ui/card'
import { useEffect, useRef, useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { ClientPicker } from '../client/client-picker.tsx'
import { type Client, useClient } from '../client/client.api.ts'
import { InstrumentPicker } from '../market/instrument-picker.tsx'
import { Instruments } from '../market/instruments.tsx'
import { QuoteHint } from '../market/quote-hint.tsx'
import { quantityText } from '../shell/format.ts'
import { Loaded } from '../shell/loaded.tsx'
import { Page } from '../shell/page.tsx'
import { OpenPositions } from '../trade/positions-table.tsx'
import { TradeActions } from '../trade/request-reversal.tsx'
import { Ticket } from '../trade/ticket.tsx'
import { TradeFacts } from '../trade/trade-facts.tsx'
import { TradeFrame } from '../trade/trade-frame.tsx'
import { useTrade } from '../trade/trade.api.ts'
import { TradePill } from '../trade/trades-table.tsx'

export const TicketPage = () => (
  <TradeFrame title="Order entry" description="Buy for a client. To sell, use Square off on the position below.">
    <OpenTicket />
  </TradeFrame>
)

export const InstrumentsPage = () => (
  <TradeFrame title="Instruments" description="Tradable instruments with lot and tick sizes. Every change is audited.">
    <Instruments />
  </TradeFrame>
)

function OpenTicket() {
  const [address, setAddress] = useSearchParams()
  const clientId = address.get('client') ?? undefined
  const client = useClient(clientId ?? '', clientId !== undefined).data
  const [stock, setStock] = useState<Instrument | null>(null)
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
              hint={client && moneyText(client)}
              error={error ?? (client && barred(client))}
            />
          </div>
        )}
        stockField={(error) => <InstrumentPicker ref={stockInput} value={stock} onPick={setStock} error={error} />}
        quantityHint={stock && lotText(stock)}
        priceHint={stock && <QuoteHint symbol={stock.symbol} />}
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

function moneyText({ wallet, frozen }: Client): string {
  const money = `Balance ${formatRupees(paiseOf(wallet.balance))}, unused loan ${formatRupees(paiseOf(wallet.loanAmount))}.`
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
  return (
    <Page
      title={trade ? titleOf(trade) : 'Trade'}
      right="client.read"
      description={trade && <span className="tabular">{trade.tradeId}</span>}
      mark={trade && <TradePill trade={trade} />}
      actions={trade && <TradeActions trade={trade} />}
    >
      <Loaded query={query} what="this trade" lines={8}>
        {(known) => <TradeFacts trade={known} />}
      </Loaded>
    </Page>
  )
}
