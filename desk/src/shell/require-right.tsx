import type { Right } from '@sauda/contract/call'
import { EmptyState } from '@sauda/ui/empty-state'
import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { useCan } from './me.ts'

export function RequireRight({ right, children }: { right: Right; children: ReactNode }) {
  const can = useCan()
  if (can(right)) return children
  return (
    <EmptyState title="Your role does not include this page" icon={<Lock />}>
      Ask an administrator for access.
    </EmptyState>
  )
}
