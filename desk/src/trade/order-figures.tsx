import { paiseOf } from '@sauda/contract/money'
import { DescriptionList } from '@sauda/ui/description-list'
import { Money } from '@sauda/ui/money'
import { errorMessage } from '@sauda/web/api-error'
import { useDebounced } from '@sauda/web/use-debounced'
import { keepPreviousData, useQuery, type UndefinedInitialDataOptions } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { quantityText } from '../shell/format.ts'
import layout from '../shell/layout.module.css'
import { Warnings } from './confirm-dialog.tsx'
import {
  type Buy,
  type BuyPreview,
  buyPreviewQuery,
  type Sell,
  type SellPreview,
  sellPreviewQuery,
} from './trade.api.ts'
import { fieldOf } from './typed-order.ts'
import styles from './trade.module.css'

/** The cost of the buy being entered and how it would be funded, computed by the server. */
export function BuyFigures({ order }: { order: Buy | undefined }) {
  return (
    <Figures
      label="Cost"
      order={order}
      queryOf={buyPreviewQuery}
      hint="Select a client and an instrument, then enter quantity and price to see the cost."
      calculating="Calculating the cost."
      errorText={(error) =>
        fieldOf(error) ? `This order cannot be booked: ${errorMessage(error)}` : errorMessage(error)
      }
    >
      {(preview, isCurrent) => <Cost preview={preview} isCurrent={isCurrent} />}
    </Figures>
  )
}

/** The proceeds of the sale being entered, computed by the server. */
export function SellFigures({ tradeId, order }: { tradeId: string; order: Sell | undefined }) {
  return (
    <Figures
      label="Proceeds"
      brief
      order={order}
      queryOf={(sell) => sellPreviewQuery(tradeId, sell)}
      hint="Enter quantity and price to see the profit or loss."
      calculating="Calculating the profit or loss."
      errorText={errorMessage}
    >
      {(preview, isCurrent) => <Proceeds preview={preview} isCurrent={isCurrent} />}
    </Figures>
  )
}

interface FiguresProps<Order, Preview, Key extends readonly unknown[]> {
  label: string
  brief?: boolean
  order: Order | undefined
  queryOf: (order: Order | undefined) => UndefinedInitialDataOptions<Preview, Error, Preview, Key>
  hint: string
  calculating: string
  errorText: (error: Error) => string
  children: (preview: Preview, isCurrent: boolean) => ReactNode
}

function Figures<Order, Preview, Key extends readonly unknown[]>(props: FiguresProps<Order, Preview, Key>) {
  const typed = props.order === undefined ? '' : JSON.stringify(props.order)
  const settled = useDebounced(typed)
  const isSettled = settled === typed
  const { data, error, isPlaceholderData } = useQuery({
    ...props.queryOf(settled === '' ? undefined : (JSON.parse(settled) as Order)),
    placeholderData: keepPreviousData,
  })
  const isCurrent = isSettled && !isPlaceholderData && !error
  const isBusy = typed !== '' && !isCurrent && !error
  const text = typed === '' ? props.hint : error && isSettled ? props.errorText(error) : !data && props.calculating
  return (
    <section
      className={styles.figures}
      aria-label={props.label}
      aria-busy={isBusy}
      data-brief={props.brief ? '' : undefined}
    >
      {text ? <p className={layout.soft}>{text}</p> : data && props.children(data, isCurrent)}
    </section>
  )
}

function Cost({ preview, isCurrent }: { preview: BuyPreview; isCurrent: boolean }) {
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

function Proceeds({ preview, isCurrent }: { preview: SellPreview; isCurrent: boolean }) {
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
