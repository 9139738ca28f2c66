import { buttonClass } from '@sauda/ui/button'
import { Card } from '@sauda/ui/card'
import { Row } from '@sauda/ui/stack'
import { Timeline } from '@sauda/ui/timeline'
import { Link } from 'react-router'
import { useProfile } from '../client/profile/profile.api.ts'
import { awaitsVerification, isRevoked, useSession } from '../shell/session.ts'
import styles from './worth.module.css'

const startText = {
  checking: 'We’re checking your documents',
  photos: 'Send new photos of your documents',
  funds: 'Add your first funds to start.',
  documents: 'PAN and Aadhaar cards',
  notified: 'You’ll be notified once it’s done.',
  bank: 'Bank account for withdrawals',
  byUpi: 'By UPI from any app.',
  later: 'Once your documents are verified.',
} as const

/** Instead of a total of ₹0: what is done, what is checked, and what comes next. */
export function Start() {
  const session = useSession()
  const { data } = useProfile()
  const isPending = awaitsVerification(session)
  const needsPhotos = isRevoked(session)
  const hasBank = data !== undefined && data.bankDetails.accountNumber !== ''
  const isReady = !isPending && !needsPhotos
  const addsBank = isPending && data !== undefined && !hasBank
  return (
    <Card title={isPending ? startText.checking : needsPhotos ? startText.photos : startText.funds}>
      <Timeline
        label="Getting started"
        steps={[
          { title: 'Account opened', state: 'done' },
          {
            title: startText.documents,
            state: isPending ? 'current' : needsPhotos ? 'failed' : 'done',
            detail: isPending ? startText.notified : needsPhotos && <Link to="/account/profile">Upload photos</Link>,
          },
          {
            title: startText.bank,
            state: hasBank ? 'done' : 'upcoming',
            detail: data && !hasBank && !addsBank && <Link to="/account/bank">Add bank details</Link>,
          },
          {
            title: 'First funds',
            state: isReady ? 'current' : 'upcoming',
            detail: isReady ? startText.byUpi : startText.later,
          },
        ]}
      />
      <Row gap={2} className={styles.actions}>
        {addsBank && (
          <Link to="/account/bank" className={buttonClass('primary')}>
            Add bank details
          </Link>
        )}
        <Link to="/account/wallet/add-fund" className={buttonClass(isReady ? 'primary' : 'secondary')}>
          Add Fund
        </Link>
      </Row>
    </Card>
  )
}
