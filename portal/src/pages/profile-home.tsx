import { AlertBanner } from '@sauda/ui/alert-banner'
import { Loaded } from '@sauda/ui/error-state'
import { UserRound } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { logOut } from '../client/auth/auth.api.ts'
import { PasskeyOffer } from '../client/auth/passkey-offer.tsx'
import { KycDialogs } from '../client/kyc/kyc-dialogs.tsx'
import { VerificationWithdrawn } from '../client/kyc/withdrawn.tsx'
import { Identity, IdentityWaiting } from '../client/profile/identity.tsx'
import { ProfileLinks } from '../client/profile/links.tsx'
import { useProfile } from '../client/profile/profile.api.ts'
import { Shortcuts } from '../client/profile/shortcuts.tsx'
import { Screen } from '../shell/screen.tsx'
import { useSession } from '../shell/session.ts'
import styles from './pages.module.css'

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
      <Loaded query={profile} loading={<IdentityWaiting />} failed="Your profile could not be loaded">
        {(data) => <Identity profile={data} />}
      </Loaded>
      <ProfileLinks onLogOut={logOut} />
      {isDocsVerified === 'VERIFIED' && <PasskeyOffer className={styles.verified} />}
      <Shortcuts />
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
