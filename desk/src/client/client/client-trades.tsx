import { Card } from '@sauda/ui/card'
import { useNavigate } from 'react-router'
import { useCan } from '../../shell/me.ts'
import { useShortcuts } from '../../shell/shortcut.ts'
import { AllTrades } from '../../trading/trade/trades-table.tsx'
import { OpenPositions } from '../../trading/trade/positions-table.tsx'
import type { Client } from './client.api.ts'
import layout from '../../shell/layout.module.css'
import type { Portfolio } from '@sauda/contract/trading/trade'
import { amountFact, Strip } from '../../shell/lines.tsx'
import { ButtonLink } from '../../shell/page.tsx'

export function ClientTrades({ client: { _id } }: { client: Client }) {
  const can = useCan()
  const navigate = useNavigate()
  const ticket = `/trade?client=${_id}`
  const books = can('trade.book')
  useShortcuts('Trades', [books && { keys: ['b'], does: 'Book a buy', run: () => void navigate(ticket) }])
  return (
    <div className={layout.column}>
      <OpenPositions clientId={_id}>
        {(table, portfolio) => (
          <>
            {portfolio && <PortfolioStrip portfolio={portfolio} />}
            <Card
              title="Open positions"
              flush
              aside={
                books && (
                  <ButtonLink size="small" to={ticket}>
                    Book a buy
                  </ButtonLink>
                )
              }
            >
              {table}
            </Card>
          </>
        )}
      </OpenPositions>
      <Card title="All trades" flush>
        <AllTrades clientId={_id} />
      </Card>
    </div>
  )
}

/** Open positions first, then what was sold. */
const PortfolioStrip = ({ portfolio: { loanPart, totalPnL, valuation } }: { portfolio: Portfolio }) => (
  <Strip
    items={[
      amountFact('Open positions', valuation.value, { size: 'large' }),
      amountFact('Unrealised P&L', valuation.profit, { size: 'large', change: true }),
      amountFact('Realised profit or loss', totalPnL, { size: 'large', change: true }),
      loanPart > 0 && amountFact('Paid with the loan', loanPart, { size: 'large' }),
    ]}
  />
)
