import { buttonClass } from '@sauda/ui/button'
import { Card } from '@sauda/ui/card'
import { Row, Stack } from '@sauda/ui/stack'
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
  byUpi: 'By UPI from any app. The money is yours to invest or withdraw.',
  later: 'You can add funds once your documents are verified.',
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
    <Card className={styles.start}>
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
          },
        ]}
      />
      <Stack gap={3}>
        <h2 className="xl">{isPending ? startText.checking : needsPhotos ? startText.photos : startText.funds}</h2>
        <p className="soft">{isReady ? startText.byUpi : startText.later}</p>
        <Row gap={2}>
          {addsBank && (
            <Link to="/account/bank" className={buttonClass('primary')}>
              Add bank details
            </Link>
          )}
          <Link to="/account/wallet/add-fund" className={buttonClass(isReady ? 'primary' : 'secondary')}>
            Add Fund
          </Link>
        </Row>
      </Stack>
    </Card>
  )
}
