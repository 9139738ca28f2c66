import type { CallInput, Reply } from '@sauda/contract/platform/call'
import { viewCalls } from '@sauda/contract/client/view'
import { Button, buttonClass } from '@sauda/ui/button'
import { Row } from '@sauda/ui/stack'
import { errorMessage } from '@sauda/web/api-error'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { long } from '../../shell/api.ts'
import { Message } from '../../shell/error-page.tsx'
import { clearSession, currentSession, forgetView, startView, type View } from '../../shell/session.ts'
import styles from './view.module.css'

let opening: Promise<Reply<typeof viewCalls.open>> | undefined

/** The code works once, so it is taken out of the address and exchanged once. */
function openView(): Promise<Reply<typeof viewCalls.open>> {
  const code = location.hash.slice(1)
  history.replaceState(history.state, '', location.pathname)
  return long.send(viewCalls.open, { body: { code } })
}

export default function ViewAsClient() {
  const navigate = useNavigate()
  const [failure, setFailure] = useState<string>()
  useEffect(() => {
    let isShown = true
    opening ??= openView()
    opening.then(
      (view) => {
        if (!isShown) return
        startView(view)
        void navigate('/account/home', { replace: true })
      },
      (error: unknown) => isShown && setFailure(errorMessage(error)),
    )
    return () => {
      isShown = false
    }
  }, [navigate])
  if (failure === undefined) return <Message title="Opening the account" text="This takes a moment." />
  return <Message title="The account could not be opened" text={failure} />
}

/** Sent also while the page is being left. */
function endOnServer(token: string | null): void {
  const body = { token: token ?? '' } satisfies CallInput<typeof viewCalls.end>['body']
  const headers = { 'content-type': 'application/json' }
  const request = { method: 'POST', keepalive: true, headers, body: JSON.stringify(body) }
  fetch('/api/user/view/end', request).catch(() => undefined)
}

/** Above every screen while an operator views the account; the view ends with the page. */
export function ViewBanner({ view: { name } }: { view: View }) {
  useEffect(() => {
    const { token } = currentSession()
    const leave = () => {
      endOnServer(token)
      clearSession()
    }
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      endOnServer(token)
    }
  }, [])
  return (
    <Row
      as="aside"
      tight
      justify="between"
      gap="2 4"
      className={`sm medium ${styles.banner}`}
      data-view
      aria-label="View as client"
    >
      <p>{`You are viewing ${name}’s account as an operator. Nothing can be changed.`}</p>
      <Button size="small" variant="secondary" onClick={clearSession}>
        End view
      </Button>
    </Row>
  )
}

export function ViewOver() {
  return (
    <Message
      title="The view has ended"
      text="Close this tab. To view the account again, open it from the client’s page at the desk."
    >
      <a className={buttonClass('secondary')} href="/" onClick={forgetView}>
        Go to the start page
      </a>
    </Message>
  )
}
