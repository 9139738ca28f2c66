import type { Reply } from '@sauda/contract/platform/call'
import type { BankLine, reconciliationCalls } from '@sauda/contract/banking/reconciliation'
import { isRejection } from '@sauda/web/api-error'

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
