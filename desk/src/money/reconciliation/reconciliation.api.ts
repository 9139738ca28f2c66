import type { Reply } from '@sauda/contract/platform/call'
import { lineBookingCalls } from '@sauda/contract/money/line-booking'
import { reconciliationCalls, type BankLine, type LineState } from '@sauda/contract/money/reconciliation'
import { useMutation } from '@tanstack/react-query'
import { callApi, sendIdempotent, sendLong, useCall, useChange, usePages } from '../../shell/api.ts'
import type { CaseList } from '../../shell/review.tsx'
import { isRejection } from '@sauda/web/api-error'

export type Waiting = Reply<typeof reconciliationCalls.lines>['counts']
export type Preview = Reply<typeof reconciliationCalls.preview>

export const useLines = (show: LineState, search: string) =>
  usePages(
    reconciliationCalls.lines,
    { query: { show, search } },
    { by: 'after', nextOf: ({ lines, more }) => (more && search === '' ? lines.at(-1)?._id : undefined) },
  )

/** The lines that a line was opened among, and the one after its decision. */
export function useLineList(show: LineState, lineId: string): CaseList {
  const next = useLines(show, '').data?.pages[0]?.lines.find(({ _id }) => _id !== lineId)
  return { of: 'line', next: next && `/reconciliation/${next._id}`, queue: `/reconciliation?show=${show}` }
}

export const useLinesOf = (paymentId: string, enabled: boolean) =>
  useCall(reconciliationCalls.ofPayment, { params: { paymentId } }, { enabled })

export const useApprove = () =>
  useChange(({ _id, payment, exception }: BankLine) =>
    sendIdempotent(reconciliationCalls.approve, {
      params: { lineId: _id },
      body: { paymentId: payment?._id ?? '', ...(exception === 'amount' && { asReceived: true }) },
    }),
  )

export const useCandidates = (lineId: string) => useCall(lineBookingCalls.candidates, { params: { lineId } })

/** Approves all exact matches in batches; `onDone` receives the number processed. */
export const useBulkApprove = (onDone: (count: number) => void) =>
  useChange((lines: readonly BankLine[]) => approveInBatches(lines, sendBatch, onDone))

async function sendBatch(lines: readonly BankLine[]) {
  const matches = lines.map(({ _id, payment }) => ({ lineId: _id, paymentId: payment?._id ?? '' }))
  return (await sendLong(reconciliationCalls.approveTogether, { body: { matches } })).results
}

/** To be confirmed before they are approved, with those that are left out; lines imported later are not included. */
export const useExactMatches = () => useMutation({ mutationFn: exactMatches })

async function exactMatches(): Promise<{ lines: BankLine[]; leftOut: BankLine[] }> {
  const exact: BankLine[] = []
  for (let after: string | undefined, more = true; more;) {
    const page = await callApi(reconciliationCalls.lines, { query: { show: 'approve', after } })
    exact.push(...page.lines.filter(({ confidence }) => confidence === 'exact'))
    more = page.more
    after = page.lines.at(-1)?._id
  }
  return { lines: exact.filter(({ obstacle }) => !obstacle), leftOut: exact.filter(({ obstacle }) => obstacle) }
}

export interface BulkResult {
  approved: number
  rejected: { line: BankLine; message: string }[]
  /** Sent without a response: they may be approved. */
  unknown: number
  notSent: number
  /** Why it ended early. */
  error?: unknown
}

type Results = Reply<typeof reconciliationCalls.approveTogether>['results']

/** Small enough to show progress. */
const batchSize = 20

/** Ends at the first batch without a response, and returns what is known until then. */
export async function approveInBatches(
  lines: readonly BankLine[],
  send: (lines: readonly BankLine[]) => Promise<Results>,
  onDone: (count: number) => void,
): Promise<BulkResult> {
  const outcome: BulkResult = { approved: 0, rejected: [], unknown: 0, notSent: 0 }
  for (let at = 0; at < lines.length; at += batchSize) {
    const some = lines.slice(at, at + batchSize)
    try {
      for (const [index, result] of (await send(some)).entries()) {
        const line = some[index]
        if (result.outcome === 'approved') outcome.approved += 1
        else if (line) outcome.rejected.push({ line, message: result.message ?? '' })
      }
    } catch (error) {
      const unknown = isRejection(error) ? 0 : some.length
      return { ...outcome, unknown, notSent: lines.length - at - unknown, error }
    }
    onDone(at + some.length)
  }
  return outcome
}
