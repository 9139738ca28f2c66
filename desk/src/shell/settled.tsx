import { AlertBanner } from '@sauda/ui/alert-banner'
import { EmptyState } from '@sauda/ui/empty-state'
import type { ReactNode } from 'react'
import { useMe } from './me.ts'
import { Onward } from './onward.tsx'

interface SettledProps {
  /** Absent where it was no operator's decision. */
  decidedBy: string | undefined
  /** It waited while this screen was open: somebody was faster. */
  wasOpen: boolean
  /** The address of the next case. */
  next: string | undefined
  /** What there is to say of it now. */
  children?: ReactNode
}

/** In place of the form where nothing waits. */
export function Settled({ decidedBy, wasOpen, next, children }: SettledProps) {
  const me = useMe().data
  if (wasOpen && decidedBy !== undefined && decidedBy === me?.name)
    return (
      <>
        <AlertBanner tone="success" title="Your decision has arrived">
          {children}
        </AlertBanner>
        <Onward next={next} />
      </>
    )
  if (wasOpen)
    return (
      <>
        <AlertBanner tone="warn" title={decidedBy ? `Already decided by ${decidedBy}` : 'This no longer waits'}>
          Nothing of yours was sent. {children}
        </AlertBanner>
        <Onward next={next} />
      </>
    )
  return (
    <EmptyState title="Nothing to decide">
      {decidedBy && `Decided by ${decidedBy}. `}
      {children}
    </EmptyState>
  )
}
