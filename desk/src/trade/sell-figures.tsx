import { DescriptionList } from '@sauda/ui/description-list'
import { Money } from '@sauda/ui/money'
import { useQuery } from '@tanstack/react-query'
import { useDebounced } from '@sauda/web/use-debounced'
import { quantityText } from '../shell/decimal-text.ts'
import { errorMessage } from '@sauda/web/api-error'
import { paiseOf } from '@sauda/contract/money'
import { sellPreviewQuery, type Sell, type SellPreview } from './trade.api.ts'
import layout from '../shell/layout.module.css'
import styles from './trade.module.css'

export function SellFigures({ tradeId, order }: { tradeId: string; order: Sell | undefined }) {
  const typed = order === undefined ? '' : JSON.stringify(order)
  const settled = useDebounced(typed)
  const isSettled = settled === typed
  const { data, error, isPlaceholderData } = useQuery({
    ...sellPreviewQuery(tradeId, settled === '' ? undefined : (JSON.parse(settled) as Sell)),
    placeholderData: (before) => before,
  })
  const isCurrent = isSettled && !isPlaceholderData && !error
  return (
    <section
      className={styles.figures}
      aria-label="Proceeds"
      aria-busy={typed !== '' && !isCurrent && !error}
      data-brief=""
    >
      {typed === '' ? (
        <p className={layout.soft}>Enter quantity and price to see the profit or loss.</p>
      ) : error && isSettled ? (
        <p className={layout.soft}>{errorMessage(error)}</p>
      ) : data ? (
        <Figures preview={data} isCurrent={isCurrent} />
      ) : (
        <p className={layout.soft}>Calculating the profit or loss.</p>
      )}
    </section>
  )
}

function Figures({ preview, isCurrent }: { preview: SellPreview; isCurrent: boolean }) {
  const { proceeds, cost, profitLoss, toCash, toLoan, quantityLeft } = preview
  const item = (term: string, amount: number, change = false) => ({
    term,
    value: <Money amount={paiseOf(amount)} change={change} />,
  })
  return (
    <div className={styles.computed} data-old={!isCurrent || undefined}>
      <div>
        <div className={layout.soft}>{profitLoss < 0 ? 'Loss' : 'Profit'}</div>
        <Money amount={paiseOf(profitLoss)} size="hero" change />
      </div>
      <DescriptionList
        amounts
        items={[
          item('Proceeds', proceeds),
          item('Cost', cost),
          item('Balance', toCash, true),
          ...(toLoan === 0 ? [] : [item('Unused loan', toLoan, true)]),
          { term: 'Open quantity after', value: quantityText(quantityLeft) },
        ]}
      />
    </div>
  )
}
