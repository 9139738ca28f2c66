import { AlertBanner } from '@sauda/ui/alert-banner'
import { ErrorState } from '@sauda/ui/error-state'
import { UserRound } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { logOut } from '../auth/auth.api.ts'
import { KycDialogs } from '../kyc/kyc-dialogs.tsx'
import { Identity } from '../profile/identity.tsx'
import { IdentityWaiting } from '../profile/identity-waiting.tsx'
import { ProfileLinks } from '../profile/links.tsx'
import { useProfile } from '../profile/profile.api.ts'
import { Screen } from '../shell/screen.tsx'
import { useSession } from '../shell/session.ts'
import styles from './profile-home.module.css'

/** The account area's own front page: who I am, how far my documents are, where to go. */
export default function ProfileHome() {
  const profile = useProfile()
  const [opened, dismiss] = useOpened()
  return (
    <Screen title="Profile" icon={<UserRound aria-hidden="true" />}>
      {opened && (
        <AlertBanner tone="success" title="Your documents are verified" onDismiss={dismiss} className={styles.opened}>
          You can now use your dashboard, wallet and portfolio.
        </AlertBanner>
      )}
      {profile.data ? (
        <Identity
          name={profile.data.name}
          saudaId={profile.data.saudaId}
          photo={profile.data.profileImageUrl}
          status={profile.data.isDocsVerified}
        />
      ) : profile.isPending ? (
        <IdentityWaiting />
      ) : (
        <ErrorState title="Your profile could not be loaded" query={profile} />
      )}
      <ProfileLinks onLogOut={logOut} />
      {!profile.isPending && <KycDialogs onLogOut={logOut} />}
    </Screen>
  )
}

/** True once the documents become verified while the client looks, or since this device last knew. */
function useOpened(): [opened: boolean, dismiss: () => void] {
  const { isDocsVerified } = useSession()
  const before = useRef(isDocsVerified)
  const [opened, setOpened] = useState(false)
  useEffect(() => {
    if (before.current !== 'VERIFIED' && isDocsVerified === 'VERIFIED') setOpened(true)
    before.current = isDocsVerified
  }, [isDocsVerified])
  return [opened, () => setOpened(false)]
}
