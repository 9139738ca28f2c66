import type { AttentionItem } from '@sauda/contract/core/notice'
import { Panel, Row } from '@sauda/ui/stack'
import { useIsDesktop } from '@sauda/web/hooks'
import { Link } from 'react-router'
import { useAttention } from '../core/notice/notice.api.ts'
import { attentionText } from '../core/notice/notice.text.tsx'
import { RequestLine, usePendingRequests } from '../money/wallet/open-requests.tsx'
import { RecentActivity } from '../money/wallet/recent-activity.tsx'
import { useTransactions } from '../money/wallet/wallet.api.ts'
import { Section } from '../shell/screen.tsx'
import styles from './pages.module.css'

/** What the client has to do, each with one action, and how far their requests are. */
export function ToDo() {
  const attention = useAttention()
  const transactions = useTransactions()
  const items = (attention.data?.items ?? []).filter(({ kind }) => kind !== 'deposit')
  const pending = usePendingRequests()
  const isNew = transactions.data?.pages[0]?.total === 0
  const hasNone = items.length + pending.length === 0
  const isDesktop = useIsDesktop()
  // The first steps of a new client are on the screen itself; on a phone nothing stands before the curve without need.
  if (hasNone && (!isDesktop || isNew || !attention.data || !transactions.data)) return null
  return (
    <Section id="to-do" title={items.length === 0 && !hasNone ? 'In progress' : 'To do'}>
      {hasNone ? (
        <p className="soft">Nothing to do.</p>
      ) : (
        <Panel as="ul" className="lines">
          {items.filter((item) => !isOffer(item)).map(itemLine)}
          {pending.map((request) => (
            <li key={request._id} className={`entry ${styles.item}`}>
              <RequestLine request={request} />
            </li>
          ))}
          {items.filter(isOffer).map(itemLine)}
        </Panel>
      )}
    </Section>
  )
}

/** Nothing is lost while an offer waits, so it comes last. */
const isOffer = ({ kind }: AttentionItem): boolean => kind === 'loan.offer'

function itemLine(item: AttentionItem) {
  const { title, note, action, path } = attentionText(item)
  return (
    <li key={`${item.kind} ${item.id}`} className={`entry ${styles.item}`}>
      <Row tight justify="between" align="baseline">
        <span className="medium">{title}</span>
        <Link to={path} className="reach nowrap">
          {action}
        </Link>
      </Row>
      {note && <p className="note">{note}</p>}
    </li>
  )
}

/** The decided requests that are not listed under To do. */
export function Activity() {
  const listed = [
    ...(useAttention().data?.items ?? []).map(({ id }) => id),
    ...usePendingRequests().map(({ _id }) => _id),
  ]
  return <RecentActivity without={listed} />
}
