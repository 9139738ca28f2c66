import { buttonClass } from '@sauda/ui/button'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'

/** From a case that is over to the next, or to the queue; Enter takes it. */
export function Onward({ next }: { next: string | undefined }) {
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => link.current?.focus(), [])
  return (
    <Link ref={link} className={buttonClass('primary', { full: true })} to={next ?? '/queue'}>
      {next ? 'Next in the queue' : 'Back to the queue'}
    </Link>
  )
}
