import { Card } from '@sauda/ui/card'
import { Money } from '@sauda/ui/money'
import { sentence } from '@sauda/ui/sentence'
import { Skeleton } from '@sauda/ui/skeleton'
import type { ReactNode } from 'react'
import { formatDate } from '@sauda/web/date-time'
import { quantityText } from '../trade/format.ts'
import { useTrades } from '../trade/trade.api.ts'
import { lastSale, profitOf } from '../trade/trade.ts'
import { tradeText } from '../trade/trade.text.ts'
import type { WalletFigures } from '../wallet/figures.ts'
import type { useWallet } from '../wallet/wallet.api.ts'
import { LoadWarning } from './load-warning.tsx'
import styles from './overview-cards.module.css'

interface OverviewCardsProps {
  wallet: ReturnType<typeof useWallet>
  figures: WalletFigures
}

/** The four cards. If the wallet or the trades cannot be loaded, they show 0 (section 8) and a warning. */
export function OverviewCards({ wallet, figures }: OverviewCardsProps) {
  const { total, loan, withdrawable, cashback } = figures
  const trades = useTrades()
  const sale = lastSale(trades.data ?? [])
  const includes = loan > 0n && sentence(tradeText.includesLoan, { amount: <Money amount={loan} /> })
  const waiting = wallet.isPending
  return (
    <>
      <LoadWarning queries={[wallet, trades]} />
      <section className={styles.cards} aria-label="Your money">
        <Figure title="Total Amount" amount={total} waiting={waiting} note={includes} size="hero" />
        <Figure
          title="Last profit"
          amount={sale ? profitOf(sale) : 0n}
          change
          waiting={trades.isPending}
          note={
            sale
              ? tradeText.lastSale(quantityText(sale.quantity), sale.stockName, formatDate(sale.createdAt))
              : trades.data
                ? tradeText.noSaleYet
                : tradeText.tradesFailed
          }
        />
        <Figure
          title="Available funds"
          amount={total}
          waiting={waiting}
          lines={2}
          note={
            <>
              {includes}
              {includes && <br />}
              {sentence('Withdrawable {amount}', { amount: <Money amount={withdrawable} /> })}
            </>
          }
        />
        <Figure title="Cashback" amount={cashback} waiting={waiting} note="Not part of your wallet balance" />
      </section>
    </>
  )
}

interface FigureProps {
  title: string
  amount: bigint
  note: ReactNode
  lines?: number
  waiting?: boolean
  change?: boolean
  size?: 'large' | 'hero'
}

function Figure({ title, amount, note, lines = 1, waiting = false, change = false, size = 'large' }: FigureProps) {
  return (
    <Card className={`${styles.card} ${styles[size]}`}>
      <h2>{title}</h2>
      {waiting ? (
        <output className={styles.amount}>
          <span className="visually-hidden">Loading...</span>
          <Skeleton shape="title" className={styles.waiting} />
        </output>
      ) : (
        <p className={styles.amount}>
          <Money amount={amount} size={size} change={change} />
        </p>
      )}
      <p className={styles.note} style={{ minBlockSize: `${lines}lh` }}>
        {waiting ? <Skeleton className={styles.noteWaiting} /> : note}
      </p>
    </Card>
  )
}
