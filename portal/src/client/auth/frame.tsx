import { Check } from 'lucide-react'
import { useEffect } from 'react'
import { Outlet } from 'react-router'
import { useBrand } from '../../shell/brand.ts'
import { SchemeButton } from '../../shell/header.tsx'
import { NavBar } from '../../shell/nav-bar.tsx'
import { promises } from '../../shell/public.text.ts'
import { useSession } from '../../shell/session.ts'
import styles from './frame.module.css'

export default function AuthFrame() {
  const { tagline } = useBrand()
  const { isLoggedIn } = useSession()
  // By which the bar shows its links; at a page load the head's script has set it.
  useEffect(() => void document.documentElement.toggleAttribute('data-client', isLoggedIn), [isLoggedIn])
  return (
    <div className={styles.frame}>
      <NavBar above="page" />
      <aside className={styles.side} aria-label="Our promises">
        <div className={styles.sticky}>
          <div className={styles.text}>
            <p className={styles.tagline}>{tagline}</p>
            <ul className={styles.promises}>
              {promises.map((promise) => (
                <li key={promise}>
                  <Check />
                  {promise}
                </li>
              ))}
            </ul>
          </div>
        </div>
      </aside>
      <div className={styles.page}>
        <main className={styles.main}>
          <Outlet />
        </main>
        <footer className={`${styles.foot} faint`}>
          <a href="/privacy">Privacy policy</a>
          <a href="/terms">Terms of service</a>
          <SchemeButton />
        </footer>
      </div>
    </div>
  )
}
