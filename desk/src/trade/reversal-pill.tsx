import type { Reversal } from '@sauda/contract/reversal'
import { StatusPill } from '@sauda/ui/badge'
import { reversalStates } from './reversal-words.ts'

export function ReversalPill({ status }: Pick<Reversal, 'status'>) {
  const [tone, words] = reversalStates[status]
  return <StatusPill tone={tone}>{words}</StatusPill>
}
