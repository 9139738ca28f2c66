import { Button, buttonClass } from '@sauda/ui/button'
import { Row } from '@sauda/ui/stack'
import { useEffect, type ReactNode } from 'react'
import { isRouteErrorResponse, useRouteError } from 'react-router'
import { BrandMark } from './header.tsx'
import styles from './frame.module.css'
import { log } from './api.ts'
import { useReloadOfCode } from '@sauda/web/reload'
import { useSession } from './session.ts'

export function ErrorPage() {
  const error = useRouteError()
  const isMissing = isRouteErrorResponse(error) && error.status === 404
  const isWaiting = useReloadOfCode(error)
  useEffect(() => {
    if (!isMissing) log('A screen failed', error)
  }, [error, isMissing])
  if (isMissing) return <NotFoundPage />
  if (isWaiting) return null
  return (
    <Message
      title="This page could not be shown"
      text="If you had just sent a request, check Recent activity before sending it again."
    >
      <Button onClick={() => window.location.reload()}>Reload</Button>
      <a className={buttonClass('secondary')} href="/">
        Go to the start page
      </a>
    </Message>
  )
}

export function NotFoundPage() {
  const { isLoggedIn } = useSession()
  return (
    <Message title="This page does not exist" text="The address may be old or mistyped.">
      <a className={buttonClass('primary')} href="/">
        Go to the start page
      </a>
      <a className={buttonClass('secondary')} href={isLoggedIn ? '/account/profile' : '/login'}>
        {isLoggedIn ? 'Open your profile' : 'Log in'}
      </a>
    </Message>
  )
}

export function Message({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <main className={styles.message}>
      <BrandMark />
      <h1 tabIndex={-1}>{title}</h1>
      <p>{text}</p>
      <Row>{children}</Row>
    </main>
  )
}
