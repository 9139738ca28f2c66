import { Card } from '@sauda/ui/card'
import { Money } from '@sauda/ui/money'
import { sentence } from '@sauda/ui/sentence'
import { Skeleton } from '@sauda/ui/skeleton'
import { Stack } from '@sauda/ui/stack'
import { formatDate } from '@sauda/web/date-time'
import type { ReactNode } from 'react'
import { LoanSection } from '../money/loan/loan-section.tsx'
import { figuresOf, type WalletFigures } from '../money/wallet/figures.ts'
import { useWallet } from '../money/wallet/wallet.api.ts'
import { lazyPart } from '../shell/lazy-part.tsx'
import { ListDetail, useDetail } from '../shell/list-detail.tsx'
import { PortfolioCharts } from '../trading/trade/portfolio-charts.tsx'
import { useTrades } from '../trading/trade/trade.api.ts'
import { tradeText } from '../trading/trade/trade.text.ts'
import { lastSale, profitOf, quantityText } from '../trading/trade/trade.ts'
import { LoadWarning } from './load-warning.tsx'
import { Holdings } from './holdings.tsx'
import styles from './pages.module.css'
import { Worth } from './worth.tsx'

/** Only loaded when one is opened. */
const HoldingDetail = lazyPart(() => import('./holding-detail.tsx').then((module) => module.HoldingDetail))
const DaySales = lazyPart(() => import('../trading/trade/day-sales.tsx').then((module) => module.DaySales))

export default function PortfolioOverview() {
  const wallet = useWallet()
  const figures = figuresOf(wallet.data)
  const detail = useDetail('day')
  const { shownId } = detail
  return (
    <ListDetail
      detail={detail}
      inSide
      title={isDay(shownId) ? tradeText.salesOn(formatDate(shownId)) : shownId}
      content={
        shownId !== undefined && (isDay(shownId) ? <DaySales day={shownId} /> : <HoldingDetail stock={shownId} />)
      }
    >
      <Stack gap={8}>
        <Worth on="portfolio" />
        <OverviewCards wallet={wallet} figures={figures} />
        <Holdings selected={detail.id} onOpen={detail.open} />
        <PortfolioCharts day={detail} />
        <LoanSection funds={wallet.data && { own: figures.withdrawable, borrowed: figures.loan }} />
      </Stack>
    </ListDetail>
  )
}

/** The sales of a day are opened as a holding is. */
const isDay = (text: string | undefined): text is string =>
  text !== undefined && /^\d{4}-/.test(text) && !Number.isNaN(Date.parse(text))

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
        <FigureCard title="Total Amount" amount={unlessPending(total)} note={includes} />
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

function FigureCards({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section className={styles.cards} aria-label={label}>
      {children}
    </section>
  )
}

interface FigureCardProps {
  title: string
  /** Paise; undefined while loading. */
  amount: bigint | undefined
  change?: boolean
  mark?: ReactNode
  note?: ReactNode
  /** The lines reserved for the note. */
  lines?: number
}

function FigureCard({ title, amount, change = false, mark, note, lines = 1 }: FigureCardProps) {
  return (
    <Card className={`${styles.card} ${styles.large}`}>
      <div className={styles.head}>
        <h2 className="soft md medium">{title}</h2>
        {mark}
      </div>
      {amount === undefined ? (
        <output>
          <span className="visually-hidden">Loading...</span>
          <Skeleton shape="title" className={styles.waiting} />
        </output>
      ) : (
        <p>
          <Money amount={amount} size="large" change={change} trimmed={change} />
        </p>
      )}
      {(note || lines > 0) && (
        <p className={styles.note} style={{ minBlockSize: `${lines}lh` }}>
          {amount === undefined ? <Skeleton className={styles.noteWaiting} /> : note}
        </p>
      )}
    </Card>
  )
}
