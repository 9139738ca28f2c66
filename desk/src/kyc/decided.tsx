import { AlertBanner } from '@sauda/ui/alert-banner'
import { buttonClass } from '@sauda/ui/button'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import type { Submission } from './kyc.api.ts'
import { SamePan } from './same-pan.tsx'

export interface DecidedProps {
  text: string
  samePan: Submission['samePan']
  /** The address of the next case, where one waits. */
  next: string | undefined
}

/** What the operator just did, and the way on; Enter takes it. */
export function Decided({ text, samePan, next }: DecidedProps) {
  const onward = useRef<HTMLAnchorElement>(null)
  useEffect(() => onward.current?.focus(), [])
  return (
    <>
      <AlertBanner tone="success" title="Decision sent">
        {text}
      </AlertBanner>
      <SamePan others={samePan} />
      <Link ref={onward} className={buttonClass('primary', { full: true })} to={next ?? '/queue'}>
        {next ? 'Next in the queue' : 'Back to the queue'}
      </Link>
    </>
  )
}
