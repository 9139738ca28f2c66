import { paiseOf } from '@sauda/contract/money'
import { DescriptionList } from '@sauda/ui/description-list'
import { Money } from '@sauda/ui/money'
import { useQuery } from '@tanstack/react-query'
import { useDebounced } from '@sauda/web/use-debounced'
import { errorMessage } from '@sauda/web/api-error'
import { Warnings } from './confirm-dialog.tsx'
import { buyPreviewQuery, type Buy, type BuyPreview } from './trade.api.ts'
import { fieldOf } from './typed-order.ts'
import layout from '../shell/layout.module.css'
import styles from './trade.module.css'

export function BuyFigures({ order }: { order: Buy | undefined }) {
  const typed = order === undefined ? '' : JSON.stringify(order)
  const settled = useDebounced(typed)
  const isSettled = settled === typed
  const { data, error, isPlaceholderData } = useQuery({
    ...buyPreviewQuery(settled === '' ? undefined : (JSON.parse(settled) as Buy)),
    placeholderData: (before) => before,
  })
  const isCurrent = isSettled && !isPlaceholderData && !error
  return (
    <section className={styles.figures} aria-label="Cost" aria-busy={typed !== '' && !isCurrent && !error}>
      {typed === '' ? (
        <p className={layout.soft}>Select a client and an instrument, then enter quantity and price to see the cost.</p>
      ) : error && isSettled ? (
        <p className={layout.soft}>
          {fieldOf(error) ? `This order cannot be booked: ${errorMessage(error)}` : errorMessage(error)}
        </p>
      ) : data ? (
        <Figures preview={data} isCurrent={isCurrent} />
      ) : (
        <p className={layout.soft}>Calculating the cost.</p>
      )}
    </section>
  )
}

function Figures({ preview, isCurrent }: { preview: BuyPreview; isCurrent: boolean }) {
  const { cost, fromCash, fromLoan, cashAfter, loanAfter, missing, warnings } = preview
  return (
    <div className={styles.computed} data-old={!isCurrent || undefined}>
      <div>
        <div className={layout.soft}>Cost</div>
        <Money amount={paiseOf(cost)} size="hero" />
      </div>
      <DescriptionList
        amounts
        items={[
          { term: 'From the balance', value: <Money amount={paiseOf(fromCash)} /> },
          { term: 'From the loan', value: <Money amount={paiseOf(fromLoan)} /> },
          ...(missing > 0
            ? [{ term: 'Missing', value: <Money className={styles.missing ?? ''} amount={paiseOf(missing)} /> }]
            : [
                { term: 'Balance after', value: <Money amount={paiseOf(cashAfter)} /> },
                { term: 'Unused loan after', value: <Money amount={paiseOf(loanAfter)} /> },
              ]),
        ]}
      />
      {missing > 0 && <p className={styles.missing}>Insufficient balance for this trade.</p>}
      <Warnings warnings={warnings} />
    </div>
  )
}
