import { buttonClass } from '@sauda/ui/button'
import { EmptyState } from '@sauda/ui/empty-state'
import { LogIn } from 'lucide-react'
import { Link } from 'react-router'

/** For the screens anyone may open (section 2) but whose work needs a session. */
export function LogInFirst({ children }: { children: string }) {
  return (
    <EmptyState
      title="Please log in first"
      icon={<LogIn aria-hidden="true" />}
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
