import { openedText } from '@sauda/contract/trading/corporate-action-name'
import { tradedAt } from '@sauda/contract/trading/valuation'
import { marketLabels } from '@sauda/contract/trading/market'
import { paiseOf } from '@sauda/contract/platform/money'
import type { Trade } from '@sauda/contract/trading/trade'
import { ChangeTint } from '@sauda/ui/change-tint'
import { Money } from '@sauda/ui/money'
import pressed from '@sauda/ui/pressed-row.module.css'
import { formatDate } from '@sauda/web/date-time'
import { todayInIndia } from '@sauda/web/server-clock'
import { memo, useRef, type CSSProperties } from 'react'
import { IncludesLoan } from '../../shell/amounts.tsx'
import styles from './open-positions.module.css'
import { Percent, Price } from './row-figures.tsx'
import type { PositionListRow } from './positions-by-stock.ts'
import { quantityText } from './trade.ts'
import { tradeText } from './trade.text.ts'
import {
  useGroupValuation,
  useIsNearViewport,
  useTotalQuality,
  useValuation,
  type Valuation,
  type Valuations,
} from './valuation.ts'

interface BlockProps {
  rows: readonly PositionListRow[]
  valuations: Valuations
  /** While prices are simulated: a column of its own. */
  simulation: Valuations | undefined
  onOpen: (stock: string) => void
}

export function Block({ rows, onOpen, ...priced }: BlockProps) {
  const block = useRef<HTMLTableSectionElement>(null)
  const isNear = useIsNearViewport(block)
  const said = useTotalQuality(priced.valuations)
  return (
    <tbody ref={block} style={{ '--rows': rows.length } as CSSProperties}>
      {rows.map((row) =>
        row.kind === 'stock' ? (
          <StockRow key={row.stockName} row={row} {...priced} isNear={isNear} said={said} />
        ) : (
          <PositionRow
            key={row.position._id}
            position={row.position}
            isSingle={row.kind === 'single'}
            {...priced}
            isNear={isNear}
            said={said}
            onOpen={onOpen}
          />
        ),
      )}
    </tbody>
  )
}

interface StockRowProps extends Pick<BlockProps, 'valuations' | 'simulation'> {
  row: Extract<PositionListRow, { kind: 'stock' }>
  isNear: boolean
  said: string | undefined
}

/** Several purchases of one stock; they follow as rows of their own. */
const StockRow = memo(function StockRow({ row, valuations, simulation, isNear, said }: StockRowProps) {
  const { stockName, holding, ids } = row
  const cost = paiseOf(holding.cost)
  const valuation = useGroupValuation(valuations, ids, cost, isNear)
  const simulated = useGroupValuation(simulation, ids, cost, isNear)
  return (
    <tr className={styles.row} data-row="stock">
      <th scope="rowgroup">
        {stockName}
        <small>{tradeText.purchases(ids.length)}</small>
      </th>
      <td>{quantityText(holding.quantity)}</td>
      <td data-label="avg">
        <Price of={holding.avgPrice} />
      </td>
      <td>
        <Money amount={cost} />
        <LoanPart rupees={holding.loanPart} />
      </td>
      <PricedCells valuation={valuation} said={said} />
      {simulation && <SimulatedCell valuation={simulated} />}
    </tr>
  )
})

interface PositionRowProps extends Omit<BlockProps, 'rows'> {
  position: Trade
  isSingle: boolean
  isNear: boolean
  said: string | undefined
}

const PositionRow = memo(function PositionRow({ position, isSingle, onOpen, ...live }: PositionRowProps) {
  const { stockName, tradeId, quantity, avgPrice, cost, loanPart, opened, _id } = position
  const day = formatDate(tradedAt(position))
  return (
    <tr className={`${styles.row} ${pressed.row}`} data-row={isSingle ? 'single' : 'purchase'}>
      <th scope="row">
        <button
          type="button"
          data-key={_id}
          className={`${pressed.press} ${pressed.name}`}
          aria-label={tradeText.openPosition(stockName, tradeId)}
          onClick={() => onOpen(stockName)}
        >
          {isSingle ? stockName : day}
        </button>
        {opened && <small>{openedText(opened, todayInIndia())}</small>}
      </th>
      <td>{quantityText(quantity)}</td>
      <td data-label="avg">
        <Price of={avgPrice} />
      </td>
      <td>
        <Money amount={paiseOf(cost)} />
        <LoanPart rupees={loanPart} />
      </td>
      <LiveCells {...live} tradeId={_id} isSingle={isSingle} />
    </tr>
  )
})

function LoanPart({ rupees }: { rupees: number }) {
  if (rupees === 0) return null
  return (
    <small>
      <IncludesLoan amount={paiseOf(rupees)} />
    </small>
  )
}

interface LiveCellsProps extends Pick<BlockProps, 'valuations' | 'simulation'> {
  tradeId: string
  isNear: boolean
  said: string | undefined
  /** Otherwise the row of the stock names the quality. */
  isSingle: boolean
}

/** The cells that change with the price; the rest of the row is not drawn again. */
function LiveCells({ valuations, simulation, tradeId, isNear, said, isSingle }: LiveCellsProps) {
  const valuation = useValuation(valuations, tradeId, isNear)
  const simulated = useValuation(simulation, tradeId, isNear)
  return (
    <>
      <PricedCells valuation={valuation} said={isSingle ? said : valuation?.quality} />
      {simulation && <SimulatedCell valuation={simulated} />}
    </>
  )
}

interface PricedCellsProps {
  valuation: Valuation | undefined
  /** The quality that is named elsewhere. */
  said: string | undefined
}

/** The last price and the profit at it, as on the other screens. */
function PricedCells({ valuation, said }: PricedCellsProps) {
  if (!valuation)
    return (
      <>
        <td data-label="now" className="dim">
          –
        </td>
        <td className="dim">
          <span aria-hidden="true">–</span>
          <span className="visually-hidden">{marketLabels.noPrice}</span>
        </td>
      </>
    )
  return (
    <>
      <td data-label="now">
        <Price of={valuation.price} isPublic />
      </td>
      <td className={valuation.isStale ? styles.stale : undefined}>
        <Money amount={valuation.profit} change />
        <small>
          <Percent basisPoints={valuation.basisPoints} />
          {valuation.quality !== said && <span>{valuation.quality}</span>}
        </small>
      </td>
    </>
  )
}

function SimulatedCell({ valuation }: { valuation: Valuation | undefined }) {
  return (
    <td className={styles.simulated}>
      <span>Simulated</span>
      {valuation && (
        <>
          <ChangeTint value={Number(valuation.price)}>
            <Price of={valuation.price} isPublic />
          </ChangeTint>
          <small>
            <Money amount={valuation.profit} change />
          </small>
        </>
      )}
    </td>
  )
}
