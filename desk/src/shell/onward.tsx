import { buttonClass } from '@sauda/ui/button'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { queueAddress } from './queue-address.ts'

interface OnwardProps {
  to: string
  /** Enter takes it at once. Not where somebody else ended the case, nor where the operator has gone on to something else. */
  focused?: boolean
  children: string
}

/** From what is over to what comes next. */
export function Onward({ to, focused = false, children }: OnwardProps) {
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (focused && document.activeElement === document.body) link.current?.focus()
  }, [focused])
  return (
    <Link ref={link} className={buttonClass('primary', { full: true })} to={to}>
      {children}
    </Link>
  )
}

interface NextCaseProps extends Pick<OnwardProps, 'focused'> {
  /** The address of the next case, where one waits. */
  next: string | undefined
}

/** From a case that is over to the next, or to the queue. */
export function NextCase({ next, focused = false }: NextCaseProps) {
  return (
    <Onward to={next ?? queueAddress.get()} focused={focused}>
      {next ? 'Next in the queue' : 'Back to the queue'}
    </Onward>
  )
}
