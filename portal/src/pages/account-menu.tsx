import { Outlet } from 'react-router'
import { logOut } from '../auth/auth.api.ts'
import { lazyPart } from '../shell/lazy-part.tsx'
import { useIsDesktop } from '../shell/media.ts'
import styles from './pages.module.css'

const ProfileLinks = lazyPart(() => import('../profile/links.tsx').then((module) => module.ProfileLinks))

/** From 1100 px the profile and the settings open beside the account menu, which is otherwise a part of the profile. */
export default function AccountMenu() {
  const isDesktop = useIsDesktop()
  return (
    <div className={styles.withMenu}>
      {isDesktop && (
        <div>
          <ProfileLinks onLogOut={logOut} />
        </div>
      )}
      <Outlet />
    </div>
  )
}
