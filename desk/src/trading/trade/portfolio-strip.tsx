import { paiseOf } from '@sauda/contract/platform/money'
import type { Portfolio } from '@sauda/contract/trading/trade'
import { Money } from '@sauda/ui/money'
import { Strip } from '../../shell/lines.tsx'

/** Open positions first, then what was sold. */
export const PortfolioStrip = ({ portfolio: { loanPart, totalPnL, valuation } }: { portfolio: Portfolio }) => (
  <Strip
    items={[
      { term: 'Open positions', value: <Money amount={paiseOf(valuation.value)} size="large" /> },
      { term: 'Gain or loss on them', value: <Money amount={paiseOf(valuation.profit)} size="large" change /> },
      { term: 'Realised profit or loss', value: <Money amount={paiseOf(totalPnL)} size="large" change /> },
      ...(loanPart > 0
        ? [{ term: 'Paid with the loan', value: <Money amount={paiseOf(loanPart)} size="large" /> }]
        : []),
    ]}
  />
)
