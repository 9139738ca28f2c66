import { paiseOf } from '@sauda/contract/platform/money'
import { Money } from '@sauda/ui/money'
import { RequestSteps } from '@sauda/web/request-steps'
import { memo, useState } from 'react'
import { Link } from 'react-router'
import { Section } from '../../shell/screen.tsx'
import styles from './fund.module.css'
import { useTimeline, useTransactions } from './wallet.api.ts'
import { typeLabels, walletText } from './wallet.text.ts'

const timelinesShown = 5

/** The progress of each pending request; once decided, it stays until the client leaves the screen. */
export const OpenRequests = memo(function OpenRequests() {
  const pending = usePendingRequests().map(({ _id }) => _id)
  const [followed, setFollowed] = useState<readonly string[]>([])
  const added = pending.filter((id) => !followed.includes(id))
  if (added.length > 0) setFollowed([...added, ...followed])
  const shown = followed.slice(0, timelinesShown)
  const more = pending.filter((id) => !shown.includes(id)).length
  return (
    <>
      {shown.map((id) => (
        <OpenRequest key={id} id={id} />
      ))}
      {more > 0 && (
        <p>
          <Link to="/account/wallet/transaction-history">{walletText.morePending(more)}</Link>
        </p>
      )}
    </>
  )
})

function OpenRequest({ id }: { id: string }) {
  const request = useTimeline(id).data
  if (!request) return null
  return (
    <Section
      id={`request-${id}`}
      title={
        <>
          {walletText.yourRequest[request.type]} <Money amount={paiseOf(request.amount)} className="regular" />
          {/* There may be several of one amount. */}
          <span className="visually-hidden"> {request.transactionId}</span>
        </>
      }
      aside={
        <Link to={`/account/wallet/transaction-history?transaction=${id}`} className="push reach">
          {request.transactionId}
        </Link>
      }
      gap={2}
    >
      <RequestSteps request={request} />
    </Section>
  )
}

/** The requests that are not decided yet, newest first. */
export const usePendingRequests = () =>
  (useTransactions().data?.pages[0]?.transactions ?? []).filter(({ status }) => status === 'pending')

/** The request and its current step, in two lines. */
export function RequestLine({ request }: { request: ReturnType<typeof usePendingRequests>[number] }) {
  const { _id, type, amount } = request
  const timeline = useTimeline(_id).data
  return (
    <>
      <Link to={`/account/wallet/transaction-history?transaction=${_id}`} className="medium">
        {typeLabels[type]} <Money amount={paiseOf(amount)} />
        <span className="visually-hidden"> {request.transactionId}</span>
      </Link>
      <div className={styles.progress}>{timeline && <RequestSteps request={timeline} compact />}</div>
    </>
  )
}
