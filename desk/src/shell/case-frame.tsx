import type { Right } from '@sauda/contract/platform/call'
import { paiseOf } from '@sauda/contract/platform/money'
import { Money } from '@sauda/ui/money'
import { SkeletonText } from '@sauda/ui/skeleton'
import { useIsDesktop } from '@sauda/web/hooks'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, type RefObject, useContext, useEffect } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { KeyHint } from './lines.tsx'
import { Loaded } from './loaded.tsx'
import { useCan } from './me.ts'
import { Page, Title } from './page.tsx'
import { focusDecision, type Opening, ShownCase } from './review.tsx'
import { useListKeys, useShortcuts } from './shortcut.ts'
import styles from './case-frame.module.css'

interface CaseFrameProps {
  /** The list and its address, which u opens. */
  label: string
  to: string
  /** History state of the list: the case that was left. */
  state?: unknown
  count?: number | undefined
  list: ReactNode
  /** Above the panes. */
  strip?: ReactNode
  /** The case: its head, evidence and decision. */
  children: ReactNode
}

/** List, evidence and decision side by side, the same for whatever is decided; on a phone the case alone. */
export function CaseFrame({ label, to, state, count, list, strip, children }: CaseFrameProps) {
  const isDesktop = useIsDesktop()
  const navigate = useNavigate()
  const isList = useContext(ShownCase).isListed
  const back = () => void navigate(to, { state })
  useShortcuts('Case', [!isList && { keys: ['u'], does: `Back to ${label.toLowerCase()}`, run: back }])
  return (
    <div className={styles.frame}>
      {isDesktop && strip}
      <div className={styles.panes}>
        {isDesktop && (
          <aside className={styles.list} aria-label={label}>
            <div className={styles.head}>
              {isList ? (
                <h1 tabIndex={-1}>{label}</h1>
              ) : (
                <Link to={to} state={state}>
                  {label}
                </Link>
              )}
              <span className="tabular">{count}</span>
              {!isList && <KeyHint keys={['u']}>back</KeyHint>}
            </div>
            {list}
          </aside>
        )}
        {children}
      </div>
    </div>
  )
}

/** The rows of a list of cases by keyboard: beside a case j and k show the next one at once, and Enter goes to its decision. */
export function useCaseKeys(isBeside: boolean): RefObject<HTMLUListElement | null> {
  const navigate = useNavigate()
  const hasCase = isBeside && !useContext(ShownCase).isListed
  const list = useListKeys<HTMLUListElement>('List', (row) => {
    const { to } = row.dataset
    const state: Opening = { isPassing: true }
    // At once, so that the next key press belongs to the case that the list names.
    if (isBeside && to) void navigate(to, { replace: hasCase, flushSync: true, state })
  })
  const open = (state: Opening) => {
    const find = (rows: string) => list.current?.querySelector<HTMLElement>(rows)?.dataset['to']
    const to = find('[data-to]:focus') ?? find('[aria-current]') ?? find('[data-to]')
    if (to) void navigate(to, { state })
  }
  useShortcuts('List', [
    {
      keys: ['Enter'],
      does: isBeside ? 'Go to the decision' : 'Open',
      run: () => (hasCase && focusDecision()) || open({ toDecision: true }),
    },
    !isBeside && { keys: ['a'], does: 'Approve', run: () => open({ intent: 'approve' }) },
    !isBeside && { keys: ['r'], does: 'Reject or request re-upload', run: () => open({ intent: 'reject' }) },
  ])
  const { pathname } = useLocation()
  useEffect(() => {
    if (isBeside) list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [list, isBeside, pathname])
  return list
}

interface CaseLinkProps {
  to: string
  isOpen: boolean
  isBeside?: boolean
  className?: string | undefined
  children: ReactNode
}

/** A row of such a list; pressing the open one goes to its decision. */
export function CaseLink(props: CaseLinkProps) {
  const { to, isOpen, isBeside = true, className = styles.row, children } = props
  const { isListed } = useContext(ShownCase)
  return (
    <Link
      className={`${styles.link} ${className}`}
      to={to}
      data-item=""
      data-to={to}
      aria-current={isOpen ? (isListed ? true : 'page') : undefined}
      state={isBeside ? ({ toDecision: true } satisfies Opening) : undefined}
      onClick={(event) => {
        if (isBeside && isOpen && !isListed && focusDecision()) event.preventDefault()
      }}
    >
      {children}
    </Link>
  )
}

interface CaseRow {
  id: string
  to: string
  title: ReactNode
  /** Beside the title. */
  aside?: ReactNode
  below: ReactNode
  amount?: number | undefined
}

interface LoadedCaseProps<Case> {
  /** While nothing of the case is known. */
  title: string
  /** In the title of the document. */
  name?: string | undefined
  right: Right
  query: UseQueryResult<Case>
  /** For example "the batch". */
  what: string
  children: (known: Case) => ReactNode
}

export function LoadedCase<Case>({ title, name = title, right, query, what, children }: LoadedCaseProps<Case>) {
  const { isListed } = useContext(ShownCase)
  if (!useCan()(right))
    return (
      <Page title={title} right={right}>
        {null}
      </Page>
    )
  const loading = (
    <div className={styles.coming}>
      <SkeletonText label={`Loading ${what}`} lines={8} />
    </div>
  )
  return (
    <>
      {!isListed && <Title>{name}</Title>}
      {!isListed && !query.data && (
        <h1 className="visually-hidden" tabIndex={-1}>
          {title}
        </h1>
      )}
      <Loaded query={query} what={what} loading={loading}>
        {children}
      </Loaded>
    </>
  )
}

interface CaseScreenProps<Case> extends LoadedCaseProps<Case> {
  id: string
  /** The list that the case is in. */
  label: string
  to: string
  rows: readonly CaseRow[] | undefined
}

/** A case that is not in the queue, beside the others of its kind. */
export const CaseScreen = <Case,>({ id, label, to, rows, ...known }: CaseScreenProps<Case>) => (
  <CaseFrame label={label} to={to} list={rows && <CaseList rows={rows} openId={id} />}>
    <LoadedCase {...known} />
  </CaseFrame>
)

function CaseList({ rows, openId }: { rows: readonly CaseRow[]; openId: string }) {
  return (
    <ul ref={useCaseKeys(true)} className={styles.rows}>
      {rows.map(({ id, to, title, aside, below, amount }) => (
        <li key={id}>
          <CaseLink to={to} isOpen={id === openId}>
            <span className={styles.pair}>
              <strong>{title}</strong>
              <small>{aside}</small>
            </span>
            <span className={styles.pair}>
              <span>{below}</span>
              {amount !== undefined && <Money amount={paiseOf(amount)} />}
            </span>
          </CaseLink>
        </li>
      ))}
    </ul>
  )
}
