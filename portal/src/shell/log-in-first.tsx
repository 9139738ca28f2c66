import { buttonClass } from '@sauda/ui/button'
import { EmptyState } from '@sauda/ui/empty-state'
import { LogIn } from 'lucide-react'
import { Link } from 'react-router'

/** For screens without a login check (section 2) that need a session. */
export function LogInFirst({ children }: { children: string }) {
  return (
    <EmptyState
      title="Please log in first"
      icon={<LogIn />}
      action={
        <Link to="/login" className={buttonClass('primary')}>
          Log in
        </Link>
      }
    >
      {children}
    </EmptyState>
  )
}
