import { Money } from '@sauda/ui/money'
import { sentence } from '@sauda/ui/sentence'
import { Stack } from '@sauda/ui/stack'
import { formatDate } from '@sauda/web/date-time'
import { LoanSection } from '../loan/loan-section.tsx'
import { FigureCard, FigureCards } from '../shell/figure-card.tsx'
import { lazyPart } from '../shell/lazy-part.tsx'
import { ListDetail, useDetail } from '../shell/list-detail.tsx'
import { PortfolioCharts } from '../trade/portfolio-charts.tsx'
import { useTrades } from '../trade/trade.api.ts'
import { tradeText } from '../trade/trade.text.ts'
import { lastSale, profitOf, quantityText } from '../trade/trade.ts'
import { figuresOf, type WalletFigures } from '../wallet/figures.ts'
import { useWallet } from '../wallet/wallet.api.ts'
import { LoadWarning } from './load-warning.tsx'

/** Only loaded when a day is opened. */
const DaySales = lazyPart(() => import('../trade/day-sales.tsx').then((module) => module.DaySales))

export default function PortfolioOverview() {
  const wallet = useWallet()
  const figures = figuresOf(wallet.data)
  const day = useDetail('day')
  return (
    <ListDetail
      detail={day}
      inSide
      hint={undefined}
      title={tradeText.salesOn(isDay(day.shownId) ? formatDate(day.shownId) : '–')}
      content={day.shownId !== undefined && <DaySales day={day.shownId} />}
    >
      <Stack gap={8}>
        <OverviewCards wallet={wallet} figures={figures} />
        <PortfolioCharts day={day} />
        <LoanSection funds={wallet.data && { own: figures.withdrawable, borrowed: figures.loan }} />
      </Stack>
    </ListDetail>
  )
}

/** What stands in an address may be anything. */
const isDay = (text: string | undefined): text is string => text !== undefined && !Number.isNaN(Date.parse(text))

/** The four cards. If the wallet or the trades cannot be loaded, they show 0 (section 8) and a warning. */
function OverviewCards({ wallet, figures }: { wallet: ReturnType<typeof useWallet>; figures: WalletFigures }) {
  const { total, loan, withdrawable, cashback } = figures
  const trades = useTrades()
  const sale = lastSale(trades.data ?? [])
  const lastProfit = sale ? profitOf(sale) : 0n
  const includes = loan > 0n && sentence(tradeText.includesLoan, { amount: <Money amount={loan} /> })
  const unlessPending = (amount: bigint) => (wallet.isPending ? undefined : amount)
  return (
    <>
      <LoadWarning queries={[wallet, trades]} />
      <FigureCards label="Your money">
        <FigureCard title="Total Amount" amount={unlessPending(total)} note={includes} size="hero" />
        <FigureCard
          title="Last profit"
          amount={trades.isPending ? undefined : lastProfit}
          change
          note={
            sale
              ? tradeText.lastSale(quantityText(sale.quantity), sale.stockName, formatDate(sale.createdAt))
              : trades.data
                ? tradeText.noSaleYet
                : tradeText.tradesFailed
          }
        />
        <FigureCard
          title="Available funds"
          amount={unlessPending(total)}
          lines={2}
          note={
            <>
              {includes}
              {includes && <br />}
              {sentence('Withdrawable {amount}', { amount: <Money amount={withdrawable} /> })}
            </>
          }
        />
        <FigureCard title="Cashback" amount={unlessPending(cashback)} note="Not part of your wallet balance" />
      </FigureCards>
    </>
  )
}
