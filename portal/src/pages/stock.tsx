import type { StockYear } from '@sauda/contract/books/tax'
import { taxYearName, taxYearOf } from '@sauda/contract/books/tax-year'
import { paiseOf } from '@sauda/contract/platform/money'
import type { Quote } from '@sauda/contract/trading/market'
import type { Trade } from '@sauda/contract/trading/trade'
import { DescriptionList } from '@sauda/ui/description-list'
import { Dialog, useLast } from '@sauda/ui/dialog'
import { ErrorState, Loaded } from '@sauda/ui/error-state'
import { AmountText, Money } from '@sauda/ui/money'
import { More } from '@sauda/ui/more'
import { Stack } from '@sauda/ui/stack'
import { formatDate } from '@sauda/web/date-time'
import { useMemo, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useStockYears } from '../books/tax/tax.api.ts'
import { taxText } from '../books/tax/tax.text.ts'
import { TaxExits } from '../books/tax/figure-dialogs.tsx'
import { traceOf, traceParts } from '../shell/amounts.tsx'
import { percentText } from '../shell/percent.ts'
import { DetailSection } from '../shell/screen.tsx'
import { withStock } from '../shell/stock-link.tsx'
import { ClosesChart } from '../trading/market/closes-chart.tsx'
import { changeOf, PriceAge, rupeePrice } from '../trading/market/price.tsx'
import { useQuote, useWatch } from '../trading/market/prices.ts'
import { isUnknown, useTradesOf } from '../trading/trade/trade.api.ts'
import { closingPrice, priceText, quantityText, tradedText, tradingDay } from '../trading/trade/trade.ts'
import { stockText } from './stock.text.ts'
import { holdingRows } from './holdings.tsx'
import { PriceAlerts } from './price-alerts.tsx'
import { LoanPart, Lots, Trades } from './stock-trades.tsx'
import { useHoldings } from './total-worth.ts'

export function StockDialog() {
  const opened = useSearchParams()[0].get('stock') ?? undefined
  const stock = useLast(opened) ?? ''
  const navigate = useNavigate()
  const name = useStockYears(stock).data?.name
  return (
    <Dialog
      open={opened !== undefined}
      onOpenChange={() => void navigate(withStock(undefined), { replace: true, preventScrollReset: true })}
      title={name === undefined || name === stock ? stock : `${stock} · ${name}`}
      side
      inAddress
    >
      <StockPage key={stock} stock={stock} />
    </Dialog>
  )
}

/** Everything about one stock: its price, what is held of it, what it earned, and every trade of the client in it. */
function StockPage({ stock }: { stock: string }) {
  const years = useStockYears(stock)
  const list = useTradesOf(stock)
  const trades = useMemo(() => list.data?.pages.flat() ?? [], [list.data])
  if (isUnknown(years.error)) return <ErrorState title={stockText.unknown}>{stockText.unknownHint}</ErrorState>
  return (
    <Stack gap={6}>
      <Held stock={stock} trades={trades} year={years.data?.years[0]} />
      <Loaded query={years} lines={4} failed={stockText.yearsFailed}>
        {(data) => <Years stock={stock} years={data.years} trades={trades} />}
      </Loaded>
      <Lots stock={stock} />
      <Loaded query={list} lines={4} failed={stockText.tradesFailed}>
        {() => <Trades trades={trades} />}
      </Loaded>
      <More list={list} label="Load more" centred />
      <PriceAlerts symbol={stock} />
    </Stack>
  )
}

function Price({ quote }: { quote: Quote }) {
  const change = changeOf(quote.price, quote.previousClose)
  return (
    <>
      <span className="xl strong">{rupeePrice(quote.price ?? '0')}</span>{' '}
      {change && <span className={change.isLoss ? 'loss' : 'gain'}>{change.text}</span>} <PriceAge quote={quote} />
    </>
  )
}

interface HeldProps {
  stock: string
  trades: readonly Trade[]
  /** The financial year that is running. */
  year: StockYear | undefined
}

/** The price, its chart with the trades, the holding at it, and what the year has earned so far. */
function Held({ stock, trades, year }: HeldProps) {
  const { portfolio, holdings, valuations } = useHoldings()
  const [held] = holdingRows(
    holdings.filter(({ stockName }) => stockName === stock),
    valuations,
  )
  useWatch(useMemo(() => [stock], [stock]))
  const quote = useQuote(stock)
  const onTrace = traceOf(stock, { stock })
  const marks = trades.filter(({ reversed }) => reversed === undefined).map(markOf)
  return (
    <>
      <ClosesChart
        symbol={stock}
        price={quote.price !== undefined && <Price quote={quote} />}
        trades={marks}
        average={held?.avgPrice}
      />
      <Loaded query={portfolio} lines={4} failed={stockText.heldFailed} look="line">
        {() =>
          held ? (
            <DescriptionList
              amounts
              items={[
                { term: 'You hold', value: quantityText(held.quantity) },
                { term: 'Average price', value: <AmountText>{priceText(held.avgPrice)}</AmountText> },
                {
                  term: 'Invested',
                  value: (
                    <>
                      <Money amount={paiseOf(held.cost)} onTrace={onTrace} />
                      <LoanPart rupees={held.loanPart} />
                    </>
                  ),
                },
                held.value !== undefined && { term: 'Value', value: <Money amount={held.value} /> },
                held.profit !== undefined && {
                  term: 'Unrealised P&L',
                  value: (
                    <>
                      <Money amount={held.profit} change={!held.isStale} /> {percentText(held.basisPoints ?? 0n)}
                    </>
                  ),
                },
                year && { term: 'Realised this year', value: <Net of={year} /> },
              ]}
            />
          ) : (
            <p className="soft">{stockText.notHeld}</p>
          )
        }
      </Loaded>
    </>
  )
}

const markOf = (trade: Trade) => ({
  day: tradingDay(trade),
  price: trade.action === 'SELL' ? closingPrice(trade) : trade.avgPrice,
  isSale: trade.action === 'SELL',
  text: tradedText(trade),
})

/** After charges, as far as they are known. */
const Net = ({ of: { net, uncharged } }: { of: StockYear }) => (
  <>
    <Money amount={paiseOf(net)} change className="strong" />
    <small className="note regular block">{uncharged > 0 ? taxText.notCharged(uncharged) : 'after charges'}</small>
  </>
)

interface YearsProps {
  stock: string
  years: readonly StockYear[]
  trades: readonly Trade[]
}

/** Realised, charges and net: of this financial year, then of the earlier ones. */
function Years({ stock, years, trades }: YearsProps) {
  const [opened, setOpened] = useState<string>()
  const shown = useLast(opened)
  const [current, ...earlier] = years
  const section = (of: StockYear, title: string) => (
    <DetailSection key={of.year} id={`year-${of.year}`} title={title}>
      <DescriptionList
        amounts
        items={[
          {
            term: 'Realised',
            value: <Money amount={paiseOf(of.profitLoss)} change onTrace={() => setOpened(of.year)} />,
          },
          {
            term: 'Charges',
            value:
              of.charges === 0 && of.uncharged > 0 ? (
                'Not known yet'
              ) : (
                <Money amount={paiseOf(of.charges)} onTrace={traceCharges(stock, of, trades)} />
              ),
          },
          { term: of.uncharged > 0 ? 'Net so far' : 'Net', value: <Net of={of} /> },
        ]}
      />
    </DetailSection>
  )
  return (
    <>
      {current && section(current, stockText.thisYear(current.year))}
      {earlier.map((year) => section(year, stockText.year(year.year)))}
      {shown !== undefined && (
        <TaxExits
          key={shown}
          open={opened !== undefined}
          title={stockText.realisedOf(stock, shown)}
          figures={[]}
          filter={{ year: shown, stock }}
          onClose={() => setOpened(undefined)}
        />
      )}
    </>
  )
}

/** Opens the trades whose charges they are; undefined while not all of them are loaded. */
const traceCharges = (stock: string, { year, charges }: StockYear, trades: readonly Trade[]) =>
  traceParts(
    stockText.chargesOf(stock, year),
    paiseOf(charges),
    trades
      .filter((trade) => trade.reversed === undefined && trade.charges !== undefined)
      .filter((trade) => taxYearName(taxYearOf(tradingDay(trade))) === year)
      .map((trade) => ({
        title: `${formatDate(tradingDay(trade))}: ${tradedText(trade)}`,
        amount: paiseOf(trade.charges ?? 0),
        source: { cause: trade._id },
      })),
  )
