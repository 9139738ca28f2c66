import { buttonClass } from '@sauda/ui/button'
import { Button } from '@sauda/ui/button'
import { Row } from '@sauda/ui/stack'
import { useEffect } from 'react'
import { isRouteErrorResponse } from 'react-router'
import { log } from './log.ts'
import { Notice } from './notice-page.tsx'
import { useSession } from './session.ts'

/** The last net under every screen: says what is safe and shows two ways on. */
export function Fault({ error }: { error: unknown }) {
  const missing = isRouteErrorResponse(error) && error.status === 404
  useEffect(() => {
    if (!missing) log('a screen failed', error)
  }, [error, missing])
  if (missing) return <NotFound />
  return (
    <Notice title="This page stopped working" text="Nothing was changed. Load it again, or go to the start page.">
      <Row>
        <Button onClick={() => window.location.reload()}>Load again</Button>
        <a className={buttonClass('secondary')} href="/">
          Go to the start page
        </a>
      </Row>
    </Notice>
  )
}

export function NotFound() {
  const { isLoggedIn } = useSession()
  return (
    <Notice title="This page does not exist" text="The address may be old or mistyped.">
      <Row>
        <a className={buttonClass('primary')} href="/">
          Go to the start page
        </a>
        <a className={buttonClass('secondary')} href={isLoggedIn ? '/account/profile' : '/login'}>
          {isLoggedIn ? 'Open your profile' : 'Log in'}
        </a>
      </Row>
    </Notice>
  )
}
