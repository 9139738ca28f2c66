import { paiseOf } from '@sauda/contract/platform/money'
import type { Portfolio } from '@sauda/contract/trading/trade'
import { Money } from '@sauda/ui/money'
import { quantityText } from '../../shell/format.ts'
import { Strip } from '../../shell/lines.tsx'
import layout from '../../shell/layout.module.css'

export function PortfolioStrip({ portfolio: { loanPart, totalPnL, openPositions, sales } }: { portfolio: Portfolio }) {
  const count = (number: number) => <div className={layout.count}>{quantityText(number)}</div>
  return (
    <Strip
      items={[
        { term: 'Realised profit or loss', value: <Money amount={paiseOf(totalPnL)} size="large" change /> },
        { term: 'Borrowed part of invested', value: <Money amount={paiseOf(loanPart)} size="large" /> },
        { term: 'Open positions', value: count(openPositions) },
        { term: 'Sales', value: count(sales) },
      ]}
    />
  )
}
