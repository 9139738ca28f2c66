import type { RequestStatus, RequestStep } from '@sauda/contract/money/wallet'
import { durationText } from '@sauda/contract/platform/day-text'
import { Timeline, type TimelineStep } from '@sauda/ui/timeline'
import { formatDateTime } from './date-time.tsx'
import { useNow } from './hooks.ts'

const whose = { you: 'Over to you', us: 'With us', bank: 'With your bank' }

type Steps = { readonly steps: readonly RequestStep[]; readonly status: RequestStatus }

/** What happened to a deposit or withdrawal, and how long each step took. */
export function RequestSteps({ request, ...look }: { request: Steps; label?: string; compact?: boolean }) {
  return <Timeline label="What happened" steps={stepsOf(request, useNow())} {...look} />
}

export function stepsOf({ steps, status }: Steps, now: number): TimelineStep[] {
  const next = steps.findIndex((step) => step.at === undefined)
  const past = next < 0 ? steps.length : next
  const since = steps[past - 1]?.at
  return steps.map(({ what, at, who, detail, usual, failed = false }, index) => {
    if (at !== undefined) {
      const isRejection = failed || (status === 'rejected' && index === past - 1)
      const before = steps[index - 1]?.at
      const took = before === undefined ? '' : `, after ${secondsText(before, Date.parse(at))}${usualText(usual)}`
      return { title: what, state: isRejection ? 'failed' : 'done', detail, at: formatDateTime(at) + took }
    }
    if (index !== next) return { title: what, state: 'upcoming', detail }
    const isPending = status === 'pending' && since !== undefined
    const held = isPending ? `${secondsText(since, now)} so far${usualText(usualOf(steps))}` : ''
    return {
      title: what,
      state: 'current',
      detail,
      at: who === 'us' && held ? held : whose[who] + (held && `, ${held}`),
    }
  })
}

/** The usual seconds of all steps that are still to be done; undefined unless each of them is known. */
export const usualOf = (steps: readonly RequestStep[]): number | undefined =>
  steps
    .filter(({ at }) => at === undefined)
    .reduce<number | undefined>(
      (sum, { usual }) => (sum === undefined || usual === undefined ? undefined : sum + usual),
      0,
    )

const usualText = (seconds: number | undefined): string =>
  seconds === undefined ? '' : `, usually ${durationText(seconds)}`

const secondsText = (from: string, to: number): string => durationText((to - Date.parse(from)) / 1000)
