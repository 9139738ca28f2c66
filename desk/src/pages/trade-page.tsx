import { useParams } from 'react-router'
import { Loaded } from '../shell/loaded.tsx'
import { Page } from '../shell/page.tsx'
import { TradeActions } from '../trade/request-reversal.tsx'
import { TradeFacts } from '../trade/trade-facts.tsx'
import { TradePill } from '../trade/trades-table.tsx'
import { useTrade } from '../trade/trade.api.ts'

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
