import { buttonClass } from '@sauda/ui/button'
import { Message } from './error-page.tsx'
import { AccountFrame } from './frame.tsx'
import { useSession } from './session.ts'

/** A client still has the navigation. */
export default function NotFound() {
  const { isLoggedIn } = useSession()
  const message = (
    <Message title="This page does not exist" text="The address may be old or mistyped." isPart={isLoggedIn}>
      <a className={buttonClass('primary')} href="/">
        Go to the start page
      </a>
      <a className={buttonClass('secondary')} href={isLoggedIn ? '/account/profile' : '/login'}>
        {isLoggedIn ? 'Open your profile' : 'Log in'}
      </a>
    </Message>
  )
  return isLoggedIn ? <AccountFrame>{message}</AccountFrame> : message
}
