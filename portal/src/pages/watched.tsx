import type { Quote } from '@sauda/contract/trading/market'
import pressed from '@sauda/ui/pressed-row.module.css'
import { Row } from '@sauda/ui/stack'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Section } from '../shell/screen.tsx'
import { StockLink } from '../shell/stock-link.tsx'
import { changeOf, rupeePrice } from '../trading/market/price.tsx'
import { useQuote, useWatch } from '../trading/market/prices.ts'
import { useWatchlist } from '../trading/watch/watch.api.ts'
import styles from './pages.module.css'

const rowsShown = 5

/** The first symbols of the watchlist on Home; nothing without any. */
export function Watched() {
  const watched = useWatchlist().data?.watched.slice(0, rowsShown) ?? []
  useWatch(watched.map(({ symbol }) => symbol))
  if (watched.length === 0) return null
  return (
    <Section
      id="watched"
      title="Watchlist"
      aside={
        <Link to="/account/watchlist" className="push reach">
          See all
        </Link>
      }
      gap={2}
    >
      <ul className="lines">
        {watched.map(({ symbol, name }) => (
          <Row as="li" key={symbol} tight justify="between" className={`${pressed.row} ${styles.watched}`}>
            <span>
              <StockLink stock={symbol}>{symbol}</StockLink>
              <span className="note block">{name}</span>
            </span>
            <Row as="span" tight className="tabular nowrap">
              <Live symbol={symbol} show={({ quote }) => (quote.price === undefined ? '–' : rupeePrice(quote.price))} />
              <Live symbol={symbol} show={Change} />
            </Row>
          </Row>
        ))}
      </ul>
    </Section>
  )
}

type Shown = (props: { quote: Quote }) => ReactNode

export function Live({ symbol, show }: { symbol: string; show: Shown }) {
  return show({ quote: useQuote(symbol) })
}

export const Change: Shown = ({ quote }) => {
  const change = changeOf(quote.price, quote.previousClose)
  return change ? <span className={change.isLoss ? 'loss' : 'gain'}>{change.text}</span> : '–'
}
