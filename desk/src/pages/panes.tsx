import type { Right } from '@sauda/contract/call'
import { SkeletonText } from '@sauda/ui/skeleton'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { QueuePane } from '../queue/queue-pane.tsx'
import { Loaded } from '../shell/loaded.tsx'
import { useCan } from '../shell/me.ts'
import { Page } from '../shell/page.tsx'
import { queueAddress, type Left } from '../shell/queue-address.ts'
import { useDecides } from '../shell/queue-rights.ts'
import { useShortcuts } from '../shell/shortcut.ts'
import { Title } from '../shell/title.tsx'
import styles from './panes.module.css'

const faults = {
  Submission: 'This submission could not be loaded',
  Request: 'This request could not be loaded',
  Loan: 'This loan could not be loaded',
  Charge: 'This charge could not be loaded',
  Reversal: 'This reversal could not be loaded',
}

interface PanesProps<Case> {
  /** What the case is while nothing of it is known. */
  what: keyof typeof faults
  right: Right
  openId: string
  query: UseQueryResult<Case>
  children: (known: Case) => ReactNode
}

/** Queue, evidence, decision: the three panes of a review; u leads back to the queue. */
export function Panes<Case extends { clientName: string }>(props: PanesProps<Case>) {
  const { what, right, openId, query, children } = props
  const navigate = useNavigate()
  const decides = useDecides()
  const back = () => void navigate(queueAddress.get(), { state: { left: openId } satisfies Left })
  useShortcuts('Review', [{ keys: ['u'], does: 'Back to the queue', run: back }])
  if (!useCan()(right))
    return (
      <Page title={what} right={right}>
        {null}
      </Page>
    )
  return (
    <div className={styles.panes} data-alone={!decides || undefined}>
      {decides && <QueuePane openId={openId} />}
      <Title>{query.data?.clientName ?? what}</Title>
      {!query.data && (
        <h1 className="visually-hidden" tabIndex={-1}>
          {what}
        </h1>
      )}
      <Loaded
        query={query}
        failed={faults[what]}
        loading={
          <div className={styles.coming}>
            <SkeletonText label="Loading" lines={8} />
          </div>
        }
      >
        {children}
      </Loaded>
    </div>
  )
}
