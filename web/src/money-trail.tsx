import type { MoneyTrail, StatementEvent, TrailFigure, TrailSource } from '@sauda/contract/books/statement'
import type { LedgerAccount } from '@sauda/contract/core/ledger'
import { accountNames } from '@sauda/contract/core/ledger-name'
import { formatCount } from '@sauda/contract/platform/decimal'
import { paiseOf } from '@sauda/contract/platform/money'
import { Button } from '@sauda/ui/button'
import { Money } from '@sauda/ui/money'
import { sentence } from '@sauda/ui/sentence'
import { Row } from '@sauda/ui/stack'
import { Timeline, type TimelineStep } from '@sauda/ui/timeline'
import { ArrowDownLeft, ArrowUpRight, Landmark, Wallet } from 'lucide-react'
import type { ReactNode } from 'react'
import { dayInIndia, formatDate, formatDateTime } from './date-time.tsx'
import styles from './web.module.css'

type Step = MoneyTrail['steps'][number]
type Line = Extract<Step, { line: unknown }>['line']

interface MoneyTrailProps {
  trail: MoneyTrail
  /** The event whose trail it is. */
  journalId?: string
  /** The figure whose trail it is: newest first, from the figure back to the bank. */
  figure?: TrailFigure
  /** Where the bank line is shown, for an operator. */
  lineLink?: Link
  /** Where the event is shown. */
  eventLink?: Link
  /** Opens the trail of the balance that an event took from or became part of. */
  onOpen: OpenTrail
}

export type OpenTrail = (title: string, source: TrailSource) => void

type Link = (id: string, text: string) => ReactNode

/** The bank lines and journals that moved the money of an event or a figure. */
export function MoneyTrailSteps({ trail, figure, ...shown }: MoneyTrailProps) {
  const { hasMore } = trail
  if (trail.steps.length === 0) return <p className="soft">No money has moved for this yet.</p>
  const steps = figure ? trail.steps.toReversed() : trail.steps
  const [first, last] = [steps[0], steps.at(-1)]
  const isTaken = !figure && first && 'event' in first && first.event.entries.some(isOfBalance)
  const remains = !figure && last !== undefined && 'event' in last && last.event.amount > 0 && !hasMore
  return (
    <>
      <Timeline
        label="Money trail"
        steps={[
          isTaken && takenStep(first.event, shown.onOpen),
          ...steps.map((step) =>
            'line' in step ? lineStep(step.line, shown.lineLink) : eventStep(step.event, { ...shown, figure }),
          ),
          remains && balanceStep(dayInIndia(last.event.at), shown.onOpen),
        ]}
      />
      {hasMore && (
        <p className="note">
          {sentence(figure ? 'Only the newest {count} steps are shown.' : 'Only the first {count} steps are shown.', {
            count: formatCount(steps.length),
          })}
        </p>
      )}
    </>
  )
}

const openButton = (text: string, onClick: () => void) => (
  <Button variant="ghost" size="small" className={styles.trail} aria-haspopup="dialog" onClick={onClick}>
    {text}
  </Button>
)

/** Whether the entry takes from the balance. */
const isOfBalance = ({ debit }: StatementEvent['entries'][number]): boolean => debit === 'cash' || debit === 'loan'

const takenStep = ({ journalId, at }: StatementEvent, onOpen: OpenTrail): TimelineStep => ({
  title: 'Taken from the wallet balance',
  state: 'done',
  at: openButton('See where the balance came from', () =>
    onOpen(`Wallet balance on ${formatDate(at)}`, { figure: 'balance', until: journalId }),
  ),
})

const balanceStep = (day: string, onOpen: OpenTrail): TimelineStep => ({
  title: `Part of the wallet balance since ${formatDate(day)}`,
  state: 'done',
  icon: <Wallet />,
  detail: 'Later payments come from the whole balance, not from a single deposit.',
  at: openButton('See the payments since then', () =>
    onOpen(`Paid from the balance since ${formatDate(day)}`, { figure: 'cash', flow: 'out', from: day }),
  ),
})

function lineStep({ id, day, direction, amount, reference, account }: Line, lineLink: Link | undefined) {
  const name = reference === undefined ? 'Bank line without a reference' : `UTR ${reference}`
  return {
    title: `${direction === 'credit' ? 'Received in' : 'Paid from'} ${account}`,
    state: 'done',
    icon: <Landmark />,
    amount: <Money amount={paiseOf(amount)} />,
    at: (
      <>
        {formatDate(day)} · {lineLink ? lineLink(id, name) : name}
      </>
    ),
  } satisfies TimelineStep
}

/** The accounts of each figure: only entries that change it are shown. */
const accountsOf: Readonly<Record<TrailFigure, readonly LedgerAccount[]>> = {
  cash: ['cash'],
  invested: ['invested'],
  loan: ['loan'],
  cashback: ['cashback'],
  withheld: ['withheld'],
  unsettled: ['unsettled'],
  dues: ['client_dues'],
  balance: ['cash', 'loan'],
  added: ['cash'],
  takenOut: ['withheld'],
}

/** A sum of payments is no figure of the client, so it has no value after an event. */
function afterIn(figures: StatementEvent['figures'], figure: TrailFigure | undefined): number | undefined {
  if (figure === undefined || figure === 'added' || figure === 'takenOut') return undefined
  return figure === 'balance' ? figures.cash + figures.loan : (figures[figure] ?? 0)
}

function eventStep(
  { journalId, title, reference = '', at, entries, figures }: StatementEvent,
  { journalId: shownId, figure, eventLink }: Omit<MoneyTrailProps, 'trail'> & { figure: TrailFigure | undefined },
): TimelineStep {
  const name = `${title} ${reference}`.trim()
  const accounts = accountsOf[figure ?? 'cash']
  const shown = figure
    ? entries.filter(({ debit, credit }) => accounts.includes(debit) || accounts.includes(credit))
    : entries
  // Dues grow with a debit.
  const more = figure === 'dues' ? -1n : 1n
  const change = entries.reduce((sum, { debit, credit, amount }) => {
    const sign = (accounts.includes(credit) ? more : 0n) - (accounts.includes(debit) ? more : 0n)
    return sum + sign * paiseOf(amount)
  }, 0n)
  const after = afterIn(figures, figure)
  return {
    title: name,
    state: 'done',
    icon: change < 0n ? <ArrowUpRight /> : <ArrowDownLeft />,
    amount: (
      <>
        {change > 0n && '+'}
        {change !== 0n && <Money amount={change} />}
        {after !== undefined && (
          <small className="note block regular">
            {sentence('{amount} after it', { amount: <Money amount={paiseOf(after)} /> })}
          </small>
        )}
      </>
    ),
    detail: <Entries entries={shown} />,
    at: (
      <>
        {formatDateTime(at)}
        {journalId === shownId && ' · this entry'}
        {eventLink && <> · {eventLink(journalId, 'Open entry')}</>}
      </>
    ),
  }
}

/** Several entries, such as the charges of a day, are folded. */
function Entries({ entries }: Pick<StatementEvent, 'entries'>) {
  const lines = entries.map(({ id, debit, credit, amount }) => (
    <Row key={id} as="span" justify="between" gap="0 3">
      {accountNames[debit]} → {accountNames[credit]} <Money amount={paiseOf(amount)} />
    </Row>
  ))
  if (entries.length < 2) return lines
  return (
    <details>
      <summary>{sentence('{count} entries', { count: formatCount(entries.length) })}</summary>
      {lines}
    </details>
  )
}
