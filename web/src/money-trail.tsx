import type { MoneyTrail, StatementEvent } from '@sauda/contract/books/statement'
import { accountNames } from '@sauda/contract/core/ledger-name'
import { formatCount } from '@sauda/contract/platform/decimal'
import { paiseOf } from '@sauda/contract/platform/money'
import { Money } from '@sauda/ui/money'
import { sentence } from '@sauda/ui/sentence'
import { Timeline, type TimelineStep } from '@sauda/ui/timeline'
import type { ReactNode } from 'react'
import { formatDate, formatDateTime } from './date-time.tsx'

type Step = MoneyTrail['steps'][number]
type Line = Extract<Step, { line: unknown }>['line']

interface MoneyTrailProps {
  trail: MoneyTrail
  /** The event whose trail it is. */
  journalId: string
  /** Where the bank line is shown, for an operator. */
  lineLink?: (lineId: string, text: string) => ReactNode
}

/** The bank lines and journals that moved the money of an event. */
export function MoneyTrailSteps({ trail: { steps, hasMore }, journalId, lineLink }: MoneyTrailProps) {
  const last = steps.at(-1)
  const remains = last !== undefined && 'event' in last && last.event.amount > 0 && !hasMore
  return (
    <>
      <Timeline
        label="Money trail"
        steps={[
          ...steps.map((step) => ('line' in step ? lineStep(step.line, lineLink) : eventStep(step.event, journalId))),
          ...(remains ? [balanceStep] : []),
        ]}
      />
      {hasMore && (
        <p className="note">
          {sentence('Only the first {count} steps are shown.', { count: formatCount(steps.length) })}
        </p>
      )}
    </>
  )
}

const balanceStep: TimelineStep = {
  title: 'Part of the available balance',
  state: 'done',
  detail: 'The balance is one sum. What is spent later is not assigned to a single receipt.',
}

function lineStep({ id, day, direction, amount, reference, account }: Line, lineLink: MoneyTrailProps['lineLink']) {
  const name = reference === undefined ? 'Bank line without a reference' : `UTR ${reference}`
  return {
    title: `${direction === 'credit' ? 'Received in' : 'Paid from'} ${account}`,
    state: 'done',
    detail: (
      <>
        <Money amount={paiseOf(amount)} /> · {lineLink ? lineLink(id, name) : name}
      </>
    ),
    at: formatDate(day),
  } satisfies TimelineStep
}

function eventStep({ journalId, title, reference = '', at, entries }: StatementEvent, shownId: string): TimelineStep {
  return {
    title: `${title} ${reference}`.trim(),
    state: 'done',
    detail: entries.map(({ id, debit, credit, amount }) => (
      <span key={id} className="block">
        {accountNames[debit]} → {accountNames[credit]} <Money amount={paiseOf(amount)} />
      </span>
    )),
    at: `${formatDateTime(at)}${journalId === shownId ? ' · this entry' : ''}`,
  }
}
