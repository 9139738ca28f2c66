import { AlertBanner } from '@sauda/ui/alert-banner'
import { EmptyState } from '@sauda/ui/empty-state'
import { useEffect, useRef, type ReactNode } from 'react'
import { useMe } from './me.ts'
import { NextCase } from './onward.tsx'

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
        <AlertBanner tone="success" title="Decision recorded">
          {children}
        </AlertBanner>
        <NextCase next={next} />
      </>
    )
  if (wasOpen)
    return (
      <Overtaken next={next} title={decidedBy ? `Already decided by ${decidedBy}` : 'No longer pending'}>
        {children}
      </Overtaken>
    )
  return (
    <EmptyState title="Nothing to decide">
      {decidedBy && `Decided by ${decidedBy}. `}
      {children}
    </EmptyState>
  )
}

interface OvertakenProps extends Pick<SettledProps, 'next' | 'children'> {
  title: string
}

/** Where the form was, whose focus it takes: no key pressed meanwhile may lead on unread. */
function Overtaken({ title, next, children }: OvertakenProps) {
  const words = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (document.activeElement === document.body) words.current?.focus({ preventScroll: true })
  }, [])
  return (
    <>
      <div ref={words} tabIndex={-1}>
        <AlertBanner tone="warn" title={title}>
          Your decision was not recorded. {children}
        </AlertBanner>
      </div>
      <NextCase next={next} />
    </>
  )
}
