import { Money } from '@sauda/ui/money'
import { Table } from '@sauda/ui/table'
import { sentence } from '@sauda/ui/sentence'
import { DateTime } from '@sauda/web/date-time'
import type { ReactNode } from 'react'
import { paiseOf } from '@sauda/contract/platform/money'
import { type ColumnsOf, endColumn, headColumn } from './table.tsx'
import { TrailAmount, type TrailOf } from './trail.tsx'
import layout from './layout.module.css'
import styles from './evidence.module.css'
import type { Evidence as ShownEvidence, Shown } from '@sauda/contract/core/proposal-review'
import { DescriptionList, type Descriptions } from '@sauda/ui/description-list'
import { Link } from 'react-router'
import { compareNames } from '@sauda/contract/platform/person-name'
import { CircleCheck, TriangleAlert } from 'lucide-react'

interface EvidenceProps {
  what: ReactNode
  /** Paise; absent before an amount is known. */
  amount?: bigint | undefined
  trail?: TrailOf | undefined
  reference?: ReactNode
  /** When it was requested. */
  at: string | undefined
  event?: string
  children: ReactNode
}

export const Evidence = ({ what, amount, trail, reference, at, event = 'Requested', children }: EvidenceProps) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard must reach what scrolls
  <section className={styles.evidence} aria-label="Evidence" tabIndex={0}>
    <div className={styles.top}>
      <div>
        <div className={amount === undefined ? styles.what : layout.soft}>{what}</div>
        {amount !== undefined && <Leading amount={amount} trail={trail} />}
      </div>
      <div className={styles.beside}>
        {reference && (
          <span className="tabular" translate="no">
            {reference}
          </span>
        )}
        {at !== undefined && <span>{sentence(`${event} on {time}`, { time: <DateTime at={at} /> })}</span>}
      </div>
    </div>
    {children}
  </section>
)

function Leading({ amount, trail }: { amount: bigint; trail: TrailOf | undefined }) {
  const money = <Money amount={amount} size="hero" />
  return trail ? <TrailAmount of={trail}>{money}</TrailAmount> : money
}

interface BlockProps {
  title: string
  /** Above the children. */
  facts?: Descriptions
  /** The facts are amounts. */
  amounts?: boolean
  children?: ReactNode
}

export const Block = ({ title, facts, amounts = false, children }: BlockProps) => (
  <section className={styles.block}>
    <h2>{title}</h2>
    {facts && <DescriptionList items={facts} amounts={amounts} />}
    {children}
  </section>
)

interface FigureChange {
  figure: string
  /** Rupees. */
  before: number
  change: number
}

const changeColumns: ColumnsOf<FigureChange> = [
  headColumn('Client’s money', 'lead', ({ figure }) => figure),
  endColumn('Now', 'part', ({ before }) => <Money amount={paiseOf(before)} />),
  endColumn('Change', 'part', ({ change }) => <Money amount={paiseOf(change)} change />),
  endColumn('After approval', 'part', ({ before, change }) => (
    <strong>
      <Money amount={paiseOf(before) + paiseOf(change)} />
    </strong>
  )),
]

/** What an approval does to figures of the client; those that stay are left out. */
export function BeforeAfter({ changes }: { changes: readonly FigureChange[] }) {
  const rows = changes.filter(({ change }) => change !== 0)
  const isShort = rows.some(({ before, change }) => paiseOf(before) + paiseOf(change) < 0n)
  return (
    <Block title="What happens to money">
      <Table label="What happens to money" columns={changeColumns} rows={rows} rowKey={({ figure }) => figure} />
      {isShort && <Check outcome="differs">The balance is lower than the debit.</Check>}
    </Block>
  )
}

export const Note = ({ children }: { children: ReactNode }) => <p className={layout.soft}>{children}</p>

export const Columns = ({ children }: { children: ReactNode }) => <div className={styles.columns}>{children}</div>

/** Facts computed by the server, with links to the pages they name. */
export const ShownText = ({ shown }: { shown: Shown }) =>
  shown.warns ? (
    <Check outcome="differs">{shown.text}</Check>
  ) : shown.to === undefined ? (
    <span className={layout.anywhere}>{shown.text}</span>
  ) : (
    <Link className={layout.anywhere} to={shown.to}>
      {shown.text}
    </Link>
  )

/** One piece of evidence, such as a bank line. */
export const Facts = ({ evidence: { title, facts } }: { evidence: ShownEvidence & { type: 'facts' } }) => (
  <Block title={title} facts={facts.map(({ label, value }) => ({ term: label, value: <ShownText shown={value} /> }))} />
)

const icons = { fits: <CircleCheck aria-hidden="true" />, differs: <TriangleAlert aria-hidden="true" />, unknown: null }

export const Check = ({ outcome, children }: { outcome: keyof typeof icons; children: ReactNode }) => (
  <output className={`${layout.check} ${layout[outcome]}`}>
    {icons[outcome]}
    <span>{children}</span>
  </output>
)

export function NameCheck({ registered, found }: { registered: string; found: string }) {
  if (found.trim() === '') return <Check outcome="unknown">{`Registered as “${registered}”`}</Check>
  const match = compareNames(registered, found)
  if (match === 'same') return <Check outcome="fits">Same as the registered name</Check>
  return (
    <Check outcome="differs">
      {match === 'close' ? 'Similar to the registered name, but not identical' : 'Differs from the registered name'} “
      {registered}”
    </Check>
  )
}
