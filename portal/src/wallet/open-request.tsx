import { useLast } from '@sauda/ui/dialog'
import { Timeline } from '@sauda/ui/timeline'
import { memo } from 'react'
import { Link } from 'react-router'
import { Section } from '../shell/section.tsx'
import styles from './fund.module.css'
import { stepsOf } from './transaction.ts'
import { useTimeline, useTransactions } from './wallet.api.ts'
import { walletText } from './wallet.text.ts'

/** What happens to the newest pending request; once decided, it stays until the client leaves the screen. */
export const OpenRequest = memo(function OpenRequest() {
  const newest = useTransactions().data?.pages[0]?.transactions.find(({ status }) => status === 'pending')
  const request = useTimeline(useLast(newest?._id)).data
  if (!request) return null
  return (
    <Section
      id="open-request"
      title={walletText.yourRequest[request.type]}
      aside={
        <Link to={`/account/wallet/transaction-history?transaction=${request._id}`} className={styles.all}>
          {request.transactionId}
        </Link>
      }
      gap={2}
    >
      <Timeline label="What happened" steps={stepsOf(request)} />
    </Section>
  )
})
