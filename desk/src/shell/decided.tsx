import { AlertBanner } from '@sauda/ui/alert-banner'
import { buttonClass } from '@sauda/ui/button'
import { useEffect, useRef, type ReactNode } from 'react'
import { Link } from 'react-router'

interface DecidedProps {
  text: string
  /** The address of the next case, where one waits. */
  next: string | undefined
  /** What else there is to know now. */
  children?: ReactNode
}

/** What the operator just did, and the way on; Enter takes it. */
export function Decided({ text, next, children }: DecidedProps) {
  const onward = useRef<HTMLAnchorElement>(null)
  useEffect(() => onward.current?.focus(), [])
  return (
    <>
      <AlertBanner tone="success" title="Decision sent">
        {text}
      </AlertBanner>
      {children}
      <Link ref={onward} className={buttonClass('primary', { full: true })} to={next ?? '/queue'}>
        {next ? 'Next in the queue' : 'Back to the queue'}
      </Link>
    </>
  )
}
