import { AlertBanner } from '@sauda/ui/alert-banner'
import type { ReactNode } from 'react'
import { NextCase } from './onward.tsx'

interface DecidedProps {
  text: string
  /** The address of the next case, where one waits. */
  next: string | undefined
  /** What else there is to know now. */
  children?: ReactNode
}

/** What the operator just did, and the way on. */
export function Decided({ text, next, children }: DecidedProps) {
  return (
    <>
      <AlertBanner tone="success" title="Decision submitted">
        {text}
      </AlertBanner>
      {children}
      <NextCase next={next} focused />
    </>
  )
}
