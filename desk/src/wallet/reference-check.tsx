import { Check } from '../shell/check.tsx'
import { referenceOutcome } from './decision.ts'
import type { Request } from './wallet.api.ts'

/** Compares the bank's reference with what the client entered, or with what the first of two operators did. */
export function ReferenceCheck({ request, typed }: { request: Request; typed: string }) {
  const isDeposit = request.type === 'added'
  const known = isDeposit ? request.utr : request.firstApprovalReference
  if (known === undefined) return isDeposit ? <Check outcome="unknown">The client entered no UTR.</Check> : null
  const whose = isDeposit ? 'the UTR the client entered' : `what ${request.firstApproval} entered`
  const outcome = referenceOutcome(typed, known)
  if (outcome === 'unknown') return <Check outcome="unknown">It is compared with {whose}.</Check>
  return <Check outcome={outcome}>{outcome === 'fits' ? `Same as ${whose}` : `Differs from ${whose}, ${known}`}</Check>
}
