import { tradedAt } from '@sauda/contract/trading/valuation'
import { Figure, FigureStrip } from '@sauda/ui/figure-strip'
import { Money } from '@sauda/ui/money'
import { sentence } from '@sauda/ui/sentence'
import { Stack } from '@sauda/ui/stack'
import { formatDate } from '@sauda/web/date-time'
import { useState } from 'react'
import { useLoans } from '../money/loan/loan.api.ts'
import { LoanSection } from '../money/loan/loan-section.tsx'
import { useWallet, figuresOf, type WalletFigures } from '../money/wallet/wallet.api.ts'
import { lazyPart } from '../shell/lazy-part.tsx'
import { ListDetail, useDetail } from '../shell/list-detail.tsx'
import { useOpenStock } from '../shell/stock-link.tsx'
import { PortfolioCharts } from '../trading/trade/portfolio-charts.tsx'
import { useTrades } from '../trading/trade/trade.api.ts'
import { tradeText } from '../trading/trade/trade.text.ts'
import { isDay, lastSale, profitOf, quantityText } from '../trading/trade/trade.ts'
import { IncludesLoan, traceOf } from '../shell/amounts.tsx'
import { LoadWarning, notLoaded } from './load-warning.tsx'
import { Holdings } from './holdings.tsx'
import { useTotalWorth } from './total-worth.ts'
import { Worth } from './worth.tsx'

/** Only loaded when one is opened. */
const DaySales = lazyPart(() => import('../trading/trade/day-sales.tsx').then((module) => module.DaySales))

export default function PortfolioOverview() {
  const wallet = useWallet()
  const figures = figuresOf(wallet.data)
  const detail = useDetail('day')
  const [isPast, setPast] = useState(false)
  const openStock = useOpenStock()
  const { shownId } = detail
  const { parts, holdings } = useTotalWorth()
  const isEmpty = parts?.amount === 0n && holdings.length === 0
  // Decided once, so that the section with its open dialog does not move when an offer comes or is answered.
  const listed = useLoans().data
  const [isLoanFirst, setLoanFirst] = useState<boolean>()
  if (listed && isLoanFirst === undefined)
    setLoanFirst(listed.some(({ status, userAccepted }) => status === 'admin_approved' && !userAccepted))
  const loans = <LoanSection funds={wallet.data && { own: figures.withdrawable, borrowed: figures.loan }} />
  return (
    <ListDetail
      detail={detail}
      title={isDay(shownId) ? tradeText.salesOn(formatDate(shownId)) : 'Sales'}
      content={isDay(shownId) ? <DaySales day={shownId} /> : <p className="note">{tradeText.noSalesOfDay}</p>}
    >
      <Stack gap={8}>
        {!isEmpty && <Worth on="portfolio" history={[isPast, () => setPast(!isPast)]} />}
        {!isPast && (
          <>
            {/* Only an offer needs the client. */}
            {isLoanFirst && loans}
            <Holdings onOpen={openStock} />
            <OverviewCards wallet={wallet} figures={figures} />
            <PortfolioCharts day={detail} />
            {!isLoanFirst && loans}
          </>
        )}
      </Stack>
    </ListDetail>
  )
}

const balanceTrail = traceOf('Wallet Balance', { figure: 'balance' })

/** The four cards. If the wallet or the trades cannot be loaded, they show 0 (section 8) and a warning. */
function OverviewCards({ wallet, figures }: { wallet: ReturnType<typeof useWallet>; figures: WalletFigures }) {
  const { total, loan, withdrawable, cashback } = figures
  const trades = useTrades()
  const sale = lastSale(trades.data ?? [])
  const lastProfit = sale ? profitOf(sale) : 0n
  const includes = loan > 0n && (
    <span>
      <IncludesLoan amount={loan} onTrace={traceOf('Loan money', { figure: 'loan' })} />
    </span>
  )
  const noWallet = notLoaded(wallet)
  const unlessPending = (amount: bigint) => (wallet.isPending ? undefined : amount)
  const balance = { amount: unlessPending(total), onTrace: balanceTrail, failed: noWallet }
  return (
    <>
      <LoadWarning queries={[wallet, trades]} shown="₹0" />
      <FigureStrip label="Your money">
        <Figure title="Total Amount" note={includes || tradeText.walletOnly} {...balance} />
        <Figure
          title="Last profit"
          amount={trades.isPending ? undefined : lastProfit}
          change
          {...(sale && { onTrace: traceOf(`${sale.stockName} ${sale.tradeId}`, { cause: sale._id }) })}
          note={
            sale
              ? tradeText.lastSale(quantityText(sale.quantity), sale.stockName, formatDate(tradedAt(sale)))
              : trades.data && tradeText.noSaleYet
          }
          failed={notLoaded(trades)}
        />
        <Figure
          title="Available funds"
          {...balance}
          note={
            withdrawable === total ? (
              total > 0n && tradeText.allAvailable
            ) : (
              <>
                {includes}
                <span>
                  {sentence('Withdrawable {amount}', {
                    amount: <Money amount={withdrawable} onTrace={traceOf('Withdrawable', { figure: 'cash' })} />,
                  })}
                </span>
              </>
            )
          }
        />
        <Figure
          title="Cashback"
          amount={unlessPending(cashback)}
          onTrace={traceOf('Cashback', { figure: 'cashback' })}
          note="Not part of your wallet balance"
          failed={noWallet}
        />
      </FigureStrip>
    </>
  )
}
