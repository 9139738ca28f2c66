import { AlertBanner } from '@sauda/ui/alert-banner'
import { Loaded } from '@sauda/ui/error-state'
import { UserRound } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { logOut } from '../client/auth/auth.api.ts'
import { KycDialogs, Reuploads } from '../client/kyc/kyc-dialogs.tsx'
import { Identity, IdentityWaiting, Shortcuts } from '../client/profile/identity.tsx'
import { ProfileLinks } from '../client/profile/links.tsx'
import { useProfile } from '../client/profile/profile.api.ts'
import { Screen } from '../shell/screen.tsx'
import { useSession } from '../shell/session.ts'
import styles from './pages.module.css'
import { authCalls } from '@sauda/contract/client/auth'
import { canUsePasskeys } from '@sauda/web/passkey'
import { Link } from 'react-router'
import { useClientQuery } from '../shell/query.tsx'
import { onDevice } from '../shell/storage.ts'
import { buttonClass } from '@sauda/ui/button'
import { Grid, Stack } from '@sauda/ui/stack'
import { documentsToSend, useKycStatus } from '../client/kyc/kyc.api.ts'

export default function ProfileHome() {
  const profile = useProfile()
  const { isDocsVerified } = useSession()
  const [isJustVerified, dismiss] = useJustVerified()
  return (
    <Screen title="Profile" icon={<UserRound />}>
      {isJustVerified && (
        <AlertBanner tone="success" title="Your documents are verified" onDismiss={dismiss} className={styles.verified}>
          You can now use your dashboard, wallet and portfolio.
        </AlertBanner>
      )}
      <VerificationWithdrawn />
      <Grid two="aside" gap={5} align="start" className={styles.profile}>
        <Loaded query={profile} loading={<IdentityWaiting />} failed="Your profile could not be loaded">
          {(data) => <Identity profile={data} />}
        </Loaded>
        <ProfileLinks onLogOut={logOut} />
        <Stack gap={5}>
          {isDocsVerified === 'VERIFIED' && <PasskeyOffer />}
          <Shortcuts />
        </Stack>
      </Grid>
      {!profile.isPending && <KycDialogs onLogOut={logOut} />}
    </Screen>
  )
}

/** True when the documents became verified since the last status this browser knew. */
function useJustVerified(): [isJustVerified: boolean, dismiss: () => void] {
  const { isDocsVerified } = useSession()
  const lastStatus = useRef(isDocsVerified)
  const [isJustVerified, setJustVerified] = useState(false)
  useEffect(() => {
    // Another server's name for a verified client is no news.
    const isAwaited = ['UNVERIFIED', 'PENDING', 'REVOKED'].includes(lastStatus.current ?? '')
    if (isAwaited && isDocsVerified === 'VERIFIED') setJustVerified(true)
    lastStatus.current = isDocsVerified
  }, [isDocsVerified])
  return [isJustVerified, () => setJustVerified(false)]
}

const key = 'passkey-offer-closed'

/** Until a passkey is added or the offer is closed on this device. */
function PasskeyOffer() {
  const [isWanted, setWanted] = useState(() => canUsePasskeys() && onDevice.get(key) === null)
  return isWanted ? <Offer onClose={() => (onDevice.set(key, '1'), setWanted(false))} /> : null
}

function Offer({ onClose }: { onClose: () => void }) {
  const { data } = useClientQuery(authCalls.passkeys)
  if (data?.length !== 0) return null
  return (
    <AlertBanner
      title="Log in without a password"
      action={<Link to="/account/security">Add a passkey</Link>}
      onDismiss={onClose}
    >
      A passkey uses your fingerprint, face or screen lock, and a fake website cannot use it.
    </AlertBanner>
  )
}

/** On the profile of a client whose verification was withdrawn: what is needed, and what the account permits meanwhile. */
function VerificationWithdrawn() {
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
