import type { Instrument } from '@sauda/contract/market'
import { formatRupees, paiseOf } from '@sauda/contract/money'
import { commonErrors } from '@sauda/contract/error'
import { Card } from '@sauda/ui/card'
import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { InstrumentPicker } from '../market/instrument-picker.tsx'
import { QuoteHint } from '../market/quote-hint.tsx'
import { quantityText } from '../shell/format.ts'
import { OpenPositions } from '../trade/positions-table.tsx'
import { Ticket } from '../trade/ticket.tsx'
import { ClientPicker } from '../client/client-picker.tsx'
import { useClient, type Client } from '../client/client.api.ts'
import { TradeFrame } from '../trade/trade-frame.tsx'

export const TicketPage = () => (
  <TradeFrame title="Order entry" description="Buy for a client. To sell, use Square off on the position below.">
    <OpenTicket />
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
  isDocsVerified === 'VERIFIED' ? undefined : commonErrors.notVerified.message

const lotText = ({ lot, fractional }: Instrument): string =>
  fractional ? 'Fractional quantity allowed.' : lot === 1 ? 'Whole units.' : `In lots of ${quantityText(lot)}.`
