import { buttonClass } from '@sauda/ui/button'
import { EmptyState } from '@sauda/ui/empty-state'
import { CircleCheck, FileClock } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { Link } from 'react-router'
import { useSession } from '../shell/session.ts'
import { Actions } from './actions.tsx'

/** Nothing is left to send: the next thing are the bank details. `close`: the modal's way out. */
export function Completed({ moved, close }: { moved: boolean; close: ReactNode }) {
  const { isDocsVerified } = useSession()
  const verified = isDocsVerified === 'VERIFIED'
  const words = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (moved) words.current?.focus()
  }, [moved])
  const next = (
    <Link to="/profile/verify-bank-details" className={buttonClass('primary')}>
      Verify Bank Details
    </Link>
  )
  return (
    <>
      <div ref={words} tabIndex={-1}>
        <EmptyState
          title={verified ? 'Your documents are verified' : "We've received your documents"}
          icon={verified ? <CircleCheck aria-hidden="true" /> : <FileClock aria-hidden="true" />}
          action={!close && next}
        >
          {verified
            ? 'You can now use your dashboard, wallet and portfolio.'
            : 'We check them now. Meanwhile, tell us where withdrawals should go.'}
        </EmptyState>
      </div>
      {close && (
        <Actions>
          {close}
          {next}
        </Actions>
      )}
    </>
  )
}
