import type { DocumentStatus, KycStatus } from '@sauda/contract/kyc'
import { StatusPill, type StatusTone } from '@sauda/ui/badge'

const documents: Record<DocumentStatus, [StatusTone, string]> = {
  missing: ['neutral', 'Not uploaded'],
  waiting: ['warn', 'Pending'],
  accepted: ['success', 'Accepted'],
  refused: ['error', 'Re-upload requested'],
}
const clients: Record<KycStatus, [StatusTone, string]> = {
  UNVERIFIED: ['neutral', 'Not verified'],
  PENDING: ['warn', 'Pending'],
  VERIFIED: ['success', 'Verified'],
}

export function DocumentPill({ status }: { status: DocumentStatus }) {
  const [tone, words] = documents[status]
  return <StatusPill tone={tone}>{words}</StatusPill>
}

export function ClientPill({ status }: { status: KycStatus }) {
  const [tone, words] = clients[status]
  return <StatusPill tone={tone}>{words}</StatusPill>
}
