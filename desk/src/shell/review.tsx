import type { QueueKind } from '@sauda/contract/core/queue'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { Button, buttonClass } from '@sauda/ui/button'
import { EmptyState } from '@sauda/ui/empty-state'
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useCan, useMe } from './me.ts'
import styles from './review.module.css'

export const verdicts = ['approve', 'reject'] as const
export type Verdict = (typeof verdicts)[number]

export interface ReviewContext {
  kind: QueueKind
  /** The decision the screen was opened to make. */
  intent: Verdict | undefined
  /** Address of the next case, if any. */
  next: string | undefined
  /** The address of the list the case was opened from. */
  queue: string
  /** What the list has, if it is not the queue. */
  of?: 'line' | undefined
  /** Call it when sending a decision; call its result if the case stays pending. */
  onSend: () => () => void
  /** For example, that another operator is working on the case. */
  notice: ReactNode
  /** Actions on a pending case besides deciding it. */
  tools: ReactNode
  isOverdue: boolean
  /** Shown as it was when it was last read, until it has been read again. */
  isStale: boolean
}

/** History state of a case. */
export interface Opening {
  /** The decision to start with. */
  intent?: Verdict
  /** Moved to with j or k. */
  isPassing?: true
  /** Continues at its decision. */
  toDecision?: true
}

/** The list that a case is decided in, if it is not the queue. */
export type CaseList = Pick<ReviewContext, 'next' | 'queue' | 'of'>

interface Shown {
  inList?: CaseList
  /** The case shown by the list itself; otherwise the address names it. */
  id?: string
  isListed?: boolean
  /** False while the operator moves through the list: then its photos are not loaded. */
  isOpen: boolean
  open: (intent?: Verdict) => void
  /** The operator begins to decide it; reading claims nothing. */
  begin: () => void
}

export const nothingShown: Shown = { isOpen: true, open: () => undefined, begin: () => undefined }
export const ShownCase = createContext(nothingShown)

const decisionId = 'decision'

/** False while the case is loading. */
export function focusDecision(): boolean {
  const section = document.getElementById(decisionId)
  section?.focus({ preventScroll: true })
  return section !== null
}

export function Review({ head, evidence, children }: { head: ReactNode; evidence: ReactNode; children: ReactNode }) {
  const { open, begin } = useContext(ShownCase)
  return (
    <div className={styles.review}>
      {head}
      {evidence}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- going to the decision opens the case */}
      <section
        id={decisionId}
        className={styles.decision}
        aria-label="Decision"
        tabIndex={-1}
        onFocus={() => open()}
        onChange={begin}
      >
        {children}
      </section>
    </div>
  )
}

/** Absent for a change of the broker's own set-up. */
export interface ReviewClient {
  clientId?: string | undefined
  clientName?: string | undefined
  saudaId?: string | undefined
  /** The subject of a case without a client. */
  heading?: string | undefined
}

interface Extras {
  tool: ReactNode
  below: ReactNode
}

/** Shown with the heading of every case of a client; supplied by the pages. */
export const ClientExtras = createContext<(clientId: string) => Extras | undefined>(() => undefined)

export function ReviewHead({
  clientId,
  clientName,
  saudaId,
  heading: what,
  tools,
  children,
}: ReviewClient & { tools: ReactNode; children: ReactNode }) {
  const can = useCan()
  const extrasOf = useContext(ClientExtras)
  const extras = clientId === undefined ? undefined : extrasOf(clientId)
  const { isListed } = useContext(ShownCase)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // Takes over the focus of the heading shown while loading.
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  }, [])
  const title = clientName ?? what ?? 'Change of settings'
  return (
    <header className={styles.head}>
      {isListed ? (
        <h2>{title}</h2>
      ) : (
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
      )}
      <span className="tabular" translate="no">
        {saudaId}
      </span>
      {children}
      {clientId !== undefined && can('client.read') && <Link to={`/clients/${clientId}`}>Client page</Link>}
      <div className={styles.tools}>
        {tools}
        {extras?.tool}
      </div>
      {extras?.below}
    </header>
  )
}

interface NextLinkProps {
  to: string
  /** Focused after the operator's own decision only, so that a key press cannot skip an unread message. */
  focused?: boolean
  children: string
}

function NextLink({ to, focused = false, children }: NextLinkProps) {
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

export const NextCase = ({ next, queue, of, focused = false }: CaseList & Pick<NextLinkProps, 'focused'>) => (
  <NextLink to={next ?? queue} focused={focused}>
    {of === 'line' ? (next ? 'Next line' : 'Back to the lines') : next ? 'Next in the queue' : 'Back to the queue'}
  </NextLink>
)

export const Decided = ({ text, children, ...target }: CaseList & { text: string; children?: ReactNode }) => (
  <>
    <AlertBanner tone="success" title="Decision submitted">
      {text}
    </AlertBanner>
    {children}
    <NextCase {...target} focused />
  </>
)

/** Absent if no operator decided it. */
export interface DecidedBy {
  decidedBy?: string | undefined
  decidedById?: string | undefined
}

interface NotPendingProps extends CaseList {
  by: DecidedBy
  /** It was pending while this screen was open. */
  wasOpen: boolean
  /** A decision was sent from here but its reply was lost. */
  wasSent: boolean
  isUncertain: boolean
  children?: ReactNode
}

export function NotPending({ by, wasOpen, wasSent, isUncertain, children, ...target }: NotPendingProps) {
  const { decidedBy, decidedById } = by
  const me = useMe().data
  const message = useRef<HTMLDivElement>(null)
  const isMine = wasSent && decidedById !== undefined && decidedById === me?._id
  useEffect(() => {
    // Takes over the form's focus: a key press must not skip an unread message.
    if (document.activeElement === document.body) message.current?.focus({ preventScroll: true })
  }, [])
  if (!wasOpen)
    return (
      <EmptyState title="Nothing to decide">
        {decidedBy && `Decided by ${decidedBy}. `}
        {children}
      </EmptyState>
    )
  return (
    <>
      <div ref={message} tabIndex={-1}>
        {isMine ? (
          <AlertBanner tone="success" title="Decision recorded">
            {children}
          </AlertBanner>
        ) : (
          <AlertBanner tone="warn" title={decidedBy ? `Already decided by ${decidedBy}` : 'No longer pending'}>
            {isUncertain
              ? 'It is not known whether your decision was recorded. Check the client’s page.'
              : 'Your decision was not recorded.'}{' '}
            {children}
          </AlertBanner>
        )}
      </div>
      <NextCase {...target} />
    </>
  )
}

/**
 * The version that approving sends: of what the operator saw first or checked again, because a live update must not
 * replace it unseen. What was known before the case was opened does not count as seen.
 */
export function useSeenVersion(version: string, isStale: boolean) {
  const [seen, setSeen] = useState<string>()
  if (seen === undefined && !isStale) setSeen(version)
  const changed = seen !== undefined && seen !== version && (
    <div data-changed="">
      <AlertBanner
        tone="warn"
        title="This request or its evidence has changed"
        action={
          <Button variant="secondary" size="small" onClick={() => setSeen(version)}>
            I have checked it again
          </Button>
        }
      >
        Check what is shown now before you approve it.
      </AlertBanner>
    </div>
  )
  return { seen: seen ?? version, changed }
}
