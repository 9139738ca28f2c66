import { Card } from '@sauda/ui/card'
import { HonestyMark } from '@sauda/ui/honesty-mark'
import { Money } from '@sauda/ui/money'
import { sentence } from '@sauda/ui/sentence'
import { Skeleton } from '@sauda/ui/skeleton'
import type { ReactNode } from 'react'
import { useInvestedMark, useTotal, type Marks, type MarkTotal } from './marks.ts'
import { percentText } from './percent.ts'
import styles from './position-cards.module.css'

/** Paise; undefined while they are on their way. */
export type PositionFigures = {
  readonly available: bigint | undefined
  readonly loan: bigint
  /** The stored figure: what sales have realised. */
  readonly realised: bigint | undefined
  readonly invested: bigint | undefined
}

interface PositionCardsProps {
  figures: PositionFigures
  marks: Marks | undefined
}

/** Available, Total P&L, Invested. What is stored and what only moves on this screen stay two figures. */
export function PositionCards({ figures: { available, loan, realised, invested }, marks }: PositionCardsProps) {
  return (
    <section className={styles.cards} aria-label="Your positions in figures">
      <Figure
        title="Available"
        amount={available}
        lines={1}
        note={loan > 0n ? sentence('includes loan {amount}', { amount: <Money amount={loan} /> }) : '\u00a0'}
      />
      <TotalProfit realised={realised} marks={marks} />
      <Invested invested={invested} marks={marks} />
    </section>
  )
}

/** Stored P&L plus what the open positions would bring now. */
function TotalProfit({ realised, marks }: { realised: bigint | undefined; marks: Marks | undefined }) {
  const total = useTotal(marks)
  const isSimulated = marks?.source === 'simulated'
  return (
    <Figure
      title="Total P&L"
      amount={realised === undefined ? undefined : realised + (total?.profit ?? 0n)}
      change
      lines={2}
      mark={isSimulated && <HonestyMark kind="simulated" />}
      note={
        realised !== undefined && (
          <span className={styles.two}>
            <span>{sentence('Realised {amount}', { amount: <Money amount={realised} change /> })}</span>
            {total && (
              <span className={total.isStale ? styles.stale : undefined}>
                {sentence(isSimulated ? 'Simulated {amount}' : 'Open positions {amount}', {
                  amount: <Money amount={total.profit} change />,
                })}
              </span>
            )}
            {total && !isSimulated && <Origin total={total} />}
          </span>
        )
      }
    />
  )
}

function Invested({ invested, marks }: { invested: bigint | undefined; marks: Marks | undefined }) {
  const moved = useInvestedMark(marks)
  const isMoving = moved !== undefined && invested !== undefined && invested > 0n
  const isSimulated = marks?.source === 'simulated'
  return (
    <Figure
      title="Invested"
      amount={invested}
      lines={2}
      mark={isMoving && isSimulated && <HonestyMark kind="simulated" />}
      note={
        isMoving && (
          <span className={styles.two}>
            <span>
              {isSimulated ? 'Simulated' : 'Now'} <Money amount={invested + moved.profit} />
            </span>
            <span>{percentText(moved.basisPoints)}</span>
            {!isSimulated && <Origin total={moved} />}
          </span>
        )
      }
    />
  )
}

/** How good the prices in a sum are, and how many are missing. */
function Origin({ total: { origin, missing } }: { total: MarkTotal }) {
  return (
    <span>
      {missing === 0
        ? origin
        : sentence('{origin}, {missing} without a price', { origin, missing: missing.toLocaleString('en-IN') })}
    </span>
  )
}

interface FigureProps {
  title: string
  amount: bigint | undefined
  change?: boolean
  mark?: ReactNode
  note?: ReactNode
  /** How many the note most likely has. */
  lines?: number
}

function Figure({ title, amount, change = false, mark, note, lines = 0 }: FigureProps) {
  return (
    <Card className={styles.card}>
      <div className={styles.head}>
        <h2>{title}</h2>
        {mark}
      </div>
      {amount === undefined ? (
        <output>
          <span className="visually-hidden">Loading...</span>
          <Skeleton shape="title" className={styles.waiting} />
        </output>
      ) : (
        <p>
          <Money amount={amount} size="large" change={change} />
        </p>
      )}
      {amount === undefined && lines > 0 && (
        <div className={styles.note}>
          {Array.from({ length: lines }, (_, line) => (
            <Skeleton key={line} className={styles.noteWaiting} />
          ))}
        </div>
      )}
      {amount !== undefined && note && <p className={styles.note}>{note}</p>}
    </Card>
  )
}
