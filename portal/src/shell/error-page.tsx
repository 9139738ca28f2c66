import { Button, buttonClass } from '@sauda/ui/button'
import { Row } from '@sauda/ui/stack'
import { useEffect, type ReactNode } from 'react'
import { useRouteError } from 'react-router'
import { BrandMark } from './header.tsx'
import styles from './frame.module.css'
import { log } from './api.ts'
import { useReloadOfCode } from '@sauda/web/reload'

export function ErrorPage() {
  const error = useRouteError()
  const isWaiting = useReloadOfCode(error)
  useEffect(() => {
    log('A screen failed', error)
  }, [error])
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

interface MessageProps {
  title: string
  text: string
  /** Within a page that has the brand. */
  isPart?: boolean
  children?: ReactNode
}

export function Message({ title, text, isPart = false, children }: MessageProps) {
  const Box = isPart ? 'div' : 'main'
  return (
    <Box className={styles.message} data-part={isPart || undefined}>
      {!isPart && <BrandMark />}
      <h1 tabIndex={-1}>{title}</h1>
      <p>{text}</p>
      <Row>{children}</Row>
    </Box>
  )
}
