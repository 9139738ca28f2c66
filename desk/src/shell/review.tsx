import type { QueueKind } from '@sauda/contract/queue'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { buttonClass } from '@sauda/ui/button'
import { EmptyState } from '@sauda/ui/empty-state'
import { useEffect, useRef, type ReactNode } from 'react'
import { Link } from 'react-router'
import type { Verdict } from './decision-form.tsx'
import { useCan, useMe } from './me.ts'
import styles from './review.module.css'

/** What the queue knows of an open case, for its review. */
export interface ReviewContext {
  kind: QueueKind
  /** The decision the screen was opened to make. */
  intent: Verdict | undefined
  /** The address of the next case, if there is one. */
  next: string | undefined
  /** The address of the list the case was opened from. */
  queue: string
  /** To be called as a decision is sent; its result is to be called where the case stays pending. */
  onSend: () => () => void
  /** What concerns the whole case, such as who else works on it. */
  notice: ReactNode
}

interface ReviewProps {
  head: ReactNode
  evidence: ReactNode
  /** The decision. */
  children: ReactNode
}

/** The layout of one case: whose it is, what there is to compare, the decision. */
export function Review({ head, evidence, children }: ReviewProps) {
  return (
    <div className={styles.review}>
      {head}
      {evidence}
      <section className={styles.decision} aria-label="Decision">
        {children}
      </section>
    </div>
  )
}

export interface ReviewClient {
  clientId: string
  clientName: string
  saudaId: string
}

/** Whose case it is, with its status and how long it has been pending. */
export function ReviewHead({ clientId, clientName, saudaId, children }: ReviewClient & { children: ReactNode }) {
  const can = useCan()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // It replaces the heading shown while the case was loading, and takes over its focus.
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <header className={styles.head}>
      <h1 ref={heading} tabIndex={-1}>
        {clientName}
      </h1>
      <span className="tabular">{saudaId}</span>
      {children}
      {can('client.read') && (
        <Link className={styles.client} to={`/clients/${clientId}`}>
          Client page
        </Link>
      )}
    </header>
  )
}

interface OnwardProps {
  to: string
  /** Enter follows it at once. Not where somebody else ended the case, nor where the operator has moved on. */
  focused?: boolean
  children: string
}

/** The link from a case that is over to what comes next. */
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

type Onwards = Pick<ReviewContext, 'next' | 'queue'>

function NextCase({ next, queue, focused = false }: Onwards & Pick<OnwardProps, 'focused'>) {
  return (
    <Onward to={next ?? queue} focused={focused}>
      {next ? 'Next in the queue' : 'Back to the queue'}
    </Onward>
  )
}

/** What the operator just did, and the way on. */
export function Decided({ text, children, ...onwards }: Onwards & { text: string; children?: ReactNode }) {
  return (
    <>
      <AlertBanner tone="success" title="Decision submitted">
        {text}
      </AlertBanner>
      {children}
      <NextCase {...onwards} focused />
    </>
  )
}

interface NotPendingProps extends Onwards {
  /** Absent where no operator decided it. */
  decidedBy: string | undefined
  /** It was pending while this screen was open. */
  wasOpen: boolean
  /** This screen sent a decision whose response was lost. */
  wasSent: boolean
  /** The outcome in words. */
  children?: ReactNode
}

/** In place of the form where the case is not pending. */
export function NotPending({ decidedBy, wasOpen, wasSent, children, ...onwards }: NotPendingProps) {
  const me = useMe().data
  const words = useRef<HTMLDivElement>(null)
  const isMine = wasSent && decidedBy !== undefined && decidedBy === me?.name
  useEffect(() => {
    // It replaces the form and takes over its focus: a key pressed meanwhile must not lead on unread.
    if (document.activeElement === document.body) words.current?.focus({ preventScroll: true })
  }, [])
  if (!wasOpen)
    return (
      <EmptyState title="Nothing to decide">
        {decidedBy && `Decided by ${decidedBy}. `}
        {children}
      </EmptyState>
    )
  if (isMine)
    return (
      <>
        <AlertBanner tone="success" title="Decision recorded">
          {children}
        </AlertBanner>
        <NextCase {...onwards} />
      </>
    )
  return (
    <>
      <div ref={words} tabIndex={-1}>
        <AlertBanner tone="warn" title={decidedBy ? `Already decided by ${decidedBy}` : 'No longer pending'}>
          Your decision was not recorded. {children}
        </AlertBanner>
      </div>
      <NextCase {...onwards} />
    </>
  )
}
