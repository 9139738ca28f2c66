import { AlertBanner } from '@sauda/ui/alert-banner'
import { buttonClass } from '@sauda/ui/button'
import { Stack } from '@sauda/ui/stack'
import { Link } from 'react-router'
import { useSession } from '../../shell/session.ts'
import { documentsToSend, useKycStatus } from './kyc.api.ts'
import { Reuploads } from './kyc-dialogs.tsx'

/** On the profile of a client whose verification was withdrawn: what is needed, and what the account permits meanwhile. */
export function VerificationWithdrawn() {
  const { isDocsVerified } = useSession()
  const { data } = useKycStatus()
  if (isDocsVerified !== 'REVOKED' || !data) return null
  const isToSend = documentsToSend(data.documents).length > 0
  return (
    <Stack gap={3}>
      <AlertBanner
        tone="warn"
        title={isToSend ? 'Your verification was revoked. Please send new photos.' : 'We’re checking your new photos.'}
        action={
          isToSend && (
            <Link to="/profile/verify-docx" className={buttonClass('primary')}>
              Send New Photos
            </Link>
          )
        }
      >
        Until your documents are verified again, you cannot add funds, buy, request a loan or change settings. You can
        withdraw your money, read everything, write to us and close your account.
      </AlertBanner>
      {isToSend && <Reuploads />}
    </Stack>
  )
}
