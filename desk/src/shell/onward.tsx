import { buttonClass } from '@sauda/ui/button'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { queueAddress } from './queue-address.ts'

interface OnwardProps {
  /** The address of the next case, where one waits. */
  next: string | undefined
  /** Enter takes it at once. Not where somebody else ended the case: the operator may be typing. */
  focused?: boolean
}

/** From a case that is over to the next, or to the queue. */
export function Onward({ next, focused = false }: OnwardProps) {
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (focused) link.current?.focus()
  }, [focused])
  return (
    <Link ref={link} className={buttonClass('primary', { full: true })} to={next ?? queueAddress.get()}>
      {next ? 'Next in the queue' : 'Back to the queue'}
    </Link>
  )
}
