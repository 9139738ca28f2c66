import type { RequestStatus, RequestStep, RequestType } from '@sauda/contract/money/wallet'
import { durationText } from '@sauda/contract/platform/day-text'
import { Timeline, type TimelineStep } from '@sauda/ui/timeline'
import { formatDateTime } from './date-time.tsx'
import { expectedText } from './expected.ts'
import { useNow } from './hooks.ts'

const whose = { you: 'Over to you', us: 'With us', bank: 'With your bank' }

export type RequestProgress = {
  readonly steps: readonly RequestStep[]
  readonly status: RequestStatus
  readonly type: RequestType
}

/** What happened to a deposit or withdrawal, and how long each step took. */
export function RequestSteps({ request, ...look }: { request: RequestProgress; label?: string; compact?: boolean }) {
  return <Timeline label="What happened" steps={stepsOf(request, useNow())} {...look} />
}

/** Until when a pending request is decided, as far as that is known. */
export function expectedOf({ steps, status, type }: RequestProgress, now: number): string | undefined {
  const left = steps.filter(({ at }) => at === undefined)
  const since = steps.findLast(({ at }) => at !== undefined)?.at
  if (status !== 'pending' || since === undefined) return undefined
  const usual = left.every((step) => step.usual !== undefined)
    ? left.reduce((sum, step) => sum + (step.usual ?? 0), 0)
    : undefined
  const usualBy = usual === undefined ? undefined : Date.parse(since) + usual * 1000
  return expectedText({ of: type, usualBy, targetAt: left[0]?.targetAt, notBefore: left[0]?.notBefore }, now)
}

export function stepsOf(request: RequestProgress, now: number): TimelineStep[] {
  const { steps, status } = request
  const next = steps.findIndex((step) => step.at === undefined)
  const past = next < 0 ? steps.length : next
  return steps.map(({ what, at, who, detail, usual, failed = false }, index) => {
    if (at !== undefined) {
      const isRejection = failed || (status === 'rejected' && index === past - 1)
      const before = steps[index - 1]?.at
      const took = before === undefined ? '' : `, after ${secondsText(before, Date.parse(at))}${usualText(usual)}`
      return { title: what, state: isRejection ? 'failed' : 'done', detail, at: formatDateTime(at) + took }
    }
    if (index !== next) return { title: what, state: 'upcoming', detail }
    const since = status === 'pending' ? steps[past - 1]?.at : undefined
    const texts = [expectedOf(request, now), since && `${secondsText(since, now)} so far`]
    return {
      title: what,
      state: 'current',
      detail,
      at: [(who !== 'us' || !since) && whose[who], ...texts].filter(Boolean).join(' · '),
    }
  })
}

const usualText = (seconds: number | undefined): string =>
  seconds === undefined ? '' : `, usually ${durationText(seconds)}`

const secondsText = (from: string, to: number): string => durationText((to - Date.parse(from)) / 1000)
