import type { RequestStatus, RequestStep } from '@sauda/contract/money/wallet'
import { durationText } from '@sauda/contract/platform/day-text'
import { Timeline, type TimelineStep } from '@sauda/ui/timeline'
import { formatDateTime } from './date-time.tsx'
import { useNow } from './hooks.ts'

const whose = { you: 'Over to you', us: 'With us', bank: 'With your bank' }

type Steps = { readonly steps: readonly RequestStep[]; readonly status: RequestStatus }

/** What happened to a deposit or withdrawal, and how long each step took. */
export function RequestSteps({ request, label = 'What happened' }: { request: Steps; label?: string }) {
  return <Timeline label={label} steps={stepsOf(request, useNow())} />
}

export function stepsOf({ steps, status }: Steps, now: number): TimelineStep[] {
  const next = steps.findIndex((step) => step.at === undefined)
  const past = next < 0 ? steps.length : next
  const since = steps[past - 1]?.at
  return steps.map(({ what, at, who, detail, usual, failed = false }, index) => {
    const usually = usual === undefined ? '' : `, usually ${durationText(usual)}`
    if (at !== undefined) {
      const isRejection = failed || (status === 'rejected' && index === past - 1)
      const before = steps[index - 1]?.at
      const took = before === undefined ? '' : `, after ${secondsText(before, Date.parse(at))}${usually}`
      return { title: what, state: isRejection ? 'failed' : 'done', detail, at: formatDateTime(at) + took }
    }
    if (index !== next) return { title: what, state: 'upcoming', detail }
    const isPending = status === 'pending' && since !== undefined
    const held = isPending ? `${whose[who]} for ${secondsText(since, now)}${usually}` : whose[who]
    return { title: what, state: 'current', detail, at: held }
  })
}

const secondsText = (from: string, to: number): string => durationText((to - Date.parse(from)) / 1000)
