import { marketWords } from '@sauda/contract/market'
import type { Trade } from '@sauda/contract/trade'
import { Button } from '@sauda/ui/button'
import { Card } from '@sauda/ui/card'
import { EmptyState } from '@sauda/ui/empty-state'
import { HonestyMark } from '@sauda/ui/honesty-mark'
import { Skeleton } from '@sauda/ui/skeleton'
import { useRef, type ReactNode } from 'react'
import { useTotal, type Marks } from './marks.ts'
import styles from './open-positions.module.css'
import { PositionRow } from './position-row.tsx'

/** What is not in the window is neither laid out nor drawn nor followed, block by block: to watch each row costs more. */
const blockRows = 10

interface OpenPositionsProps {
  /** Undefined while they are on their way. */
  open: readonly Trade[] | undefined
  marks: Marks | undefined
  /** Who the prices are from, in words. */
  priceSource: string | undefined
  /** Starts and stops the movement, where there is one to stop. */
  control?: ReactNode
  /** Offered when the list did not load. */
  retry: { readonly again: () => void; readonly busy: boolean } | undefined
}

/** What the client holds, one row per purchase. A row follows its own number, so a tick draws that row and no other. */
export function OpenPositions({ open, marks, priceSource, control, retry }: OpenPositionsProps) {
  const count = open?.length ?? 0
  return (
    <section className={styles.section} aria-labelledby="open-positions">
      <div className={styles.head}>
        <h2 id="open-positions">
          Open Positions {count > 0 && <span className={styles.count}>{count.toLocaleString('en-IN')}</span>}
        </h2>
        {count > 0 && marks?.source === 'simulated' && <HonestyMark kind="simulated" />}
        {count > 0 && marks && <Source marks={marks} from={priceSource} />}
        {control && <div className={styles.control}>{control}</div>}
      </div>
      <Card flush>
        {!open ? (
          <output className={styles.waiting}>
            <span className="visually-hidden">Loading positions...</span>
            {[0, 1, 2].map((row) => (
              <span key={row}>
                <Skeleton />
                <Skeleton />
              </span>
            ))}
          </output>
        ) : count === 0 ? (
          <EmptyState
            title="No open positions."
            action={
              retry && (
                <Button variant="secondary" onClick={retry.again} loading={retry.busy}>
                  Try again
                </Button>
              )
            }
          >
            {retry ? 'Your positions did not load just now.' : 'A trade booked for you appears here by itself.'}
          </EmptyState>
        ) : (
          <table className={styles.table} aria-labelledby="open-positions">
            <thead>
              <tr>
                <th scope="col">Stock</th>
                <th scope="col">Quantity</th>
                <th scope="col">Avg. price</th>
                <th scope="col">Invested</th>
                <th scope="col">Movement</th>
                <th scope="col">P&L</th>
              </tr>
            </thead>
            {blocksOf(open).map((positions, index) => (
              <Block key={index} positions={positions} marks={marks} />
            ))}
          </table>
        )}
      </Card>
    </section>
  )
}

/** Whose prices these are, said once for all rows; what is simulated has its mark. */
function Source({ marks, from }: { marks: Marks; from: string | undefined }) {
  const isKnown = useTotal(marks) !== undefined
  const words = isKnown ? marks.source === 'live' && from && `Prices: ${from}` : marketWords.noPrice
  return words && <span className={styles.count}>{words}</span>
}

function Block({ positions, marks }: { positions: readonly Trade[]; marks: Marks | undefined }) {
  const block = useRef<HTMLTableSectionElement>(null)
  return (
    <tbody ref={block}>
      {positions.map((position) => (
        <PositionRow key={position._id} position={position} marks={marks} block={block} />
      ))}
    </tbody>
  )
}

function blocksOf(open: readonly Trade[]): Trade[][] {
  return Array.from({ length: Math.ceil(open.length / blockRows) }, (_, index) =>
    open.slice(index * blockRows, (index + 1) * blockRows),
  )
}
