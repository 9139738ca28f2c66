import type { ChargeStatus } from '@sauda/contract/charge'
import { StatusPill, type StatusTone } from '@sauda/ui/badge'

const states: Record<ChargeStatus, [StatusTone, string]> = {
  PENDING: ['neutral', 'Not paid'],
  PAID: ['warn', 'Pending'],
  APPROVED: ['success', 'Paid'],
  REJECTED: ['error', 'Payment rejected'],
}

export function ChargePill({ status }: { status: ChargeStatus }) {
  const [tone, words] = states[status]
  return <StatusPill tone={tone}>{words}</StatusPill>
}
