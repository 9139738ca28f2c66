import type { DeskTrade } from '@sauda/contract/trade'
import { StatusPill } from '@sauda/ui/badge'
import { Button } from '@sauda/ui/button'
import { Row } from '@sauda/ui/stack'
import { Link } from 'react-router'
import { useCan } from '../shell/me.ts'

export function TradePill({ trade: { reversed, waitingReversal, status, action } }: { trade: DeskTrade }) {
  if (reversed) return <StatusPill tone="error">Reversed</StatusPill>
  if (waitingReversal) return <StatusPill tone="warn">Reversal pending</StatusPill>
  if (action === 'SELL') return <StatusPill tone="neutral">Sold</StatusPill>
  return status === 'OPEN' ? (
    <StatusPill tone="success">Open</StatusPill>
  ) : (
    <StatusPill tone="neutral">Closed</StatusPill>
  )
}

interface TradeStatusProps {
  trade: DeskTrade
  onReverse: (trade: DeskTrade) => void
}

export function TradeStatus({ trade, onReverse }: TradeStatusProps) {
  const can = useCan()
  const { reversed, waitingReversal, stockName, tradeId } = trade
  return (
    <Row justify="end">
      {waitingReversal ? (
        <Link to={`/trade/reversal/${waitingReversal._id}`}>
          <TradePill trade={trade} />
        </Link>
      ) : (
        <TradePill trade={trade} />
      )}
      {can('trade.book') && !reversed && !waitingReversal && (
        <Button
          variant="ghost"
          size="small"
          aria-label={`Reverse ${stockName} ${tradeId}`}
          onClick={() => onReverse(trade)}
        >
          Reverse
        </Button>
      )}
    </Row>
  )
}
