import { formatRupees, paiseOf } from '@sauda/contract/platform/money'
import { buttonClass } from '@sauda/ui/button'
import { Card } from '@sauda/ui/card'
import { Row, Stack } from '@sauda/ui/stack'
import { Timeline } from '@sauda/ui/timeline'
import { expectedText } from '@sauda/web/expected'
import { useNow } from '@sauda/web/hooks'
import { expectedOf } from '@sauda/web/request-steps'
import { Link } from 'react-router'
import { useKycStatus } from '../client/kyc/kyc.api.ts'
import { useProfile } from '../client/profile/profile.api.ts'
import { usePendingRequests } from '../money/wallet/open-requests.tsx'
import { useTimeline } from '../money/wallet/wallet.api.ts'
import { awaitsVerification, isRevoked, useSession } from '../shell/session.ts'
import styles from './worth.module.css'

const startText = {
  checking: 'We’re checking your documents',
  photos: 'Send new photos of your documents',
  funds: 'Add your first funds to start.',
  coming: 'We’re looking for your first payment',
  documents: 'PAN and Aadhaar cards',
  notified: 'You’ll be notified once it’s done.',
  bank: 'Bank account for withdrawals',
  first: 'First funds',
  firstOf: (amount: string) => `First funds: ${amount}`,
  byUpi: 'By UPI from any app. The money is yours to invest or withdraw.',
  once: 'You need not pay again. It shows in your wallet once we have found it.',
  later: 'You can add funds once your documents are verified.',
} as const

/** Instead of a total of ₹0: what is done, what is checked, and what comes next. */
export function Start() {
  const session = useSession()
  const { data } = useProfile()
  const now = useNow()
  const isPending = awaitsVerification(session)
  const needsPhotos = isRevoked(session)
  const hasBank = data !== undefined && data.bankDetails.accountNumber !== ''
  const isReady = !isPending && !needsPhotos
  const addsBank = isPending && data !== undefined && !hasBank
  const deposit = usePendingRequests().find(({ type }) => type === 'added')
  const timeline = useTimeline(deposit?._id).data
  const checkedBy = expectedText({ of: 'documents', targetAt: useKycStatus().data?.targetAt }, now)
  return (
    <Card className={styles.start}>
      <Timeline
        label="Getting started"
        steps={[
          { title: 'Account opened', state: 'done' },
          {
            title: startText.documents,
            state: isPending ? 'current' : needsPhotos ? 'failed' : 'done',
            detail: isPending ? startText.notified : needsPhotos && <Link to="/account/profile">Upload photos</Link>,
            at: isPending && checkedBy,
          },
          {
            title: startText.bank,
            state: hasBank ? 'done' : 'upcoming',
            detail: data && !hasBank && !addsBank && <Link to="/account/bank">Add bank details</Link>,
          },
          {
            title: deposit ? startText.firstOf(formatRupees(paiseOf(deposit.amount))) : startText.first,
            state: isReady ? 'current' : 'upcoming',
            at: timeline && expectedOf(timeline, now),
          },
        ]}
      />
      <Stack gap={3}>
        <h2 className="xl">
          {isPending
            ? startText.checking
            : needsPhotos
              ? startText.photos
              : deposit
                ? startText.coming
                : startText.funds}
        </h2>
        <p className="soft">{!isReady ? startText.later : deposit ? startText.once : startText.byUpi}</p>
        <Row gap={2}>
          {addsBank && (
            <Link to="/account/bank" className={buttonClass('primary')}>
              Add bank details
            </Link>
          )}
          <Link to="/account/wallet/add-fund" className={buttonClass(isReady && !deposit ? 'primary' : 'secondary')}>
            Add Fund
          </Link>
        </Row>
      </Stack>
    </Card>
  )
}
