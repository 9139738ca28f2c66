import { durationText } from '@sauda/contract/platform/day-text'
import type { ProcessingTime } from '@sauda/contract/core/queue'
import { formatDayMonth, formatTime } from './date-time.tsx'

const decisions = {
  added: { usual: 'Usually added', aim: 'to add it' },
  withdrawal: { usual: 'Usually paid', aim: 'to pay' },
  charge: { usual: 'Usually confirmed', aim: 'to confirm it' },
  loan: { usual: 'Usually answered', aim: 'to answer' },
  documents: { usual: 'Usually checked', aim: 'to finish' },
} as const

export type Expected = {
  readonly of: keyof typeof decisions
  /** In milliseconds, where enough recent requests were decided. */
  readonly usualBy?: number | undefined
  /** The broker's target. */
  readonly targetAt?: string | undefined
  /** The earliest moment that the rules of the desk allow. */
  readonly notBefore?: string | undefined
}

/** When a pending request will be decided: what is usual until that has passed, then the broker's target; never before it may be. */
export function expectedText({ of, usualBy, targetAt, notBefore }: Expected, now: number): string | undefined {
  const { usual, aim } = decisions[of]
  const from = Date.parse(notBefore ?? '')
  if (from > now) {
    const target = Date.parse(targetAt ?? '') > from ? expectedText({ of, targetAt }, now) : undefined
    return [`Not before ${momentText(from, now)}`, target].filter(Boolean).join('. ')
  }
  if (usualBy !== undefined && usualBy > now) return `${usual} by ${momentText(usualBy, now)}`
  const late = usualBy === undefined ? '' : 'Longer than usual. '
  const at = Date.parse(targetAt ?? '')
  if (Number.isNaN(at)) return late.trim() || undefined
  return at > now ? `${late}We aim ${aim} by ${momentText(at, now)}` : `Late: we aimed ${aim} by ${momentText(at, now)}`
}

/** "8:22 am today" or "2 Dec, 8:22 am" */
function momentText(at: number, now: number): string {
  const [moment, today] = [new Date(at).toISOString(), new Date(now).toISOString()]
  const day = formatDayMonth(moment)
  return day === formatDayMonth(today) ? `${formatTime(moment)} today` : `${day}, ${formatTime(moment)}`
}

/** How long a request takes that is not made yet. */
export function withinText(of: Expected['of'], { usual, targetHours }: ProcessingTime): string {
  if (usual !== undefined) return `${decisions[of].usual} within ${durationText(usual)}`
  return `We aim ${decisions[of].aim} within ${targetHours === 1 ? '1 hour' : `${targetHours} hours`}`
}
