import type { Portfolio } from '@sauda/contract/trade'
import { Money } from '@sauda/ui/money'
import { quantityText } from '../shell/format.ts'
import { paiseOf } from '@sauda/contract/money'
import layout from '../shell/layout.module.css'

export function PortfolioStrip({ portfolio }: { portfolio: Portfolio }) {
  const { loanPart, totalPnL, openPositions, sales } = portfolio
  return (
    <dl className={layout.strip}>
      <div>
        <dt>Realised profit or loss</dt>
        <dd>
          <Money amount={paiseOf(totalPnL)} size="large" change />
        </dd>
      </div>
      <div>
        <dt>Borrowed part of invested</dt>
        <dd>
          <Money amount={paiseOf(loanPart)} size="large" />
        </dd>
      </div>
      <div>
        <dt>Open positions</dt>
        <dd className={layout.count}>{quantityText(openPositions)}</dd>
      </div>
      <div>
        <dt>Sales</dt>
        <dd className={layout.count}>{quantityText(sales)}</dd>
      </div>
    </dl>
  )
}
