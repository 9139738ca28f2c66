import { Check } from '../shell/check.tsx'
import { referenceOutcome } from './decision.ts'
import type { Request } from './wallet.api.ts'

/** Compares the bank's reference with what the client entered, or with what the first of two operators did. */
export function ReferenceCheck({ request, typed }: { request: Request; typed: string }) {
  const isDeposit = request.type === 'added'
  const known = isDeposit ? request.utr : request.firstApprovalReference
  if (known === undefined) return isDeposit ? <Check outcome="unknown">The client entered no UTR.</Check> : null
  const outcome = referenceOutcome(typed, known)
  const words = isDeposit ? utrWords(known) : approvalWords(request.firstApproval ?? '', known)
  return <Check outcome={outcome}>{words[outcome]}</Check>
}

const utrWords = (utr: string) => ({
  unknown: 'Compared with the UTR the client entered.',
  fits: 'Same as the UTR the client entered',
  differs: `Differs from the UTR the client entered, ${utr}`,
})
const approvalWords = (operator: string, reference: string) => ({
  unknown: `Compared with the reference ${operator} entered.`,
  fits: `Same as the reference ${operator} entered`,
  differs: `Differs from the reference ${operator} entered, ${reference}`,
})
