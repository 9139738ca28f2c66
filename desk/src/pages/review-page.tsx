import { AlertBanner } from '@sauda/ui/alert-banner'
import { Skeleton } from '@sauda/ui/skeleton'
import { useState, type ReactNode } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router'
import { KycReview } from '../kyc/kyc-review.tsx'
import { useSubmission, type Submission } from '../kyc/kyc.api.ts'
import { settleHere } from '../queue/departed.ts'
import { itemAddress } from '../queue/item-address.ts'
import type { Intent } from '../queue/queue-keys.ts'
import { QueuePane } from '../queue/queue-pane.tsx'
import { useQueue } from '../queue/queue.api.ts'
import { useTake } from '../queue/use-take.ts'
import { Loaded } from '../shell/loaded.tsx'
import { useCan, useMe } from '../shell/me.ts'
import { Page } from '../shell/page.tsx'
import { useShortcuts } from '../shell/shortcut.ts'
import { Title } from '../shell/title.tsx'
import styles from './review-page.module.css'

/** Queue, photos, decision: the three panes of a document review. */
export function ReviewPage() {
  const { clientId = '' } = useParams()
  const navigate = useNavigate()
  useShortcuts('Review', [{ keys: ['u'], does: 'Back to the queue', run: () => void navigate('/queue') }])
  return (
    <ReviewersOnly>
      <div className={styles.panes}>
        <QueuePane openClientId={clientId} />
        <Case key={clientId} clientId={clientId} />
      </div>
    </ReviewersOnly>
  )
}

function ReviewersOnly({ children }: { children: ReactNode }) {
  if (useCan()('kyc.review')) return children
  return (
    <Page title="Documents" right="kyc.review">
      {null}
    </Page>
  )
}

function Case({ clientId }: { clientId: string }) {
  const query = useSubmission(clientId)
  return (
    <>
      <Title>{query.data?.clientName ?? 'Documents'}</Title>
      {!query.data && (
        <h1 className="visually-hidden" tabIndex={-1}>
          Documents
        </h1>
      )}
      <Loaded query={query} what="This submission" loading={<Skeleton className={styles.coming ?? ''} />}>
        {(submission) => <OpenCase submission={submission} />}
      </Loaded>
    </>
  )
}

function OpenCase({ submission }: { submission: Submission }) {
  const me = useMe()
  const { clientId, takenBy } = submission
  const items = useQueue().data?.items.filter(({ kind }) => kind === 'kyc') ?? []
  const here = items.find((item) => item.clientId === clientId)
  const next = items.find((item) => item.clientId !== clientId && item.takenBy === undefined)
  // Kept from the first sight of the screen: the history entry outlives the decision.
  const [intent] = useState((useLocation().state as Intent | null)?.intent)
  useTake(here)
  const other = takenBy !== undefined && takenBy !== me.data?.name ? takenBy : undefined
  return (
    <KycReview
      submission={submission}
      intent={intent}
      next={next && itemAddress(next)}
      onSend={() => settleHere({ kind: 'kyc', clientId })}
      notice={
        other && (
          <AlertBanner tone="warn" title={`${other} has this open`}>
            Only the first decision counts.
          </AlertBanner>
        )
      }
    />
  )
}
