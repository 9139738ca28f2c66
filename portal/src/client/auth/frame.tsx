import { Check } from 'lucide-react'
import { Outlet } from 'react-router'
import { BrandMark } from '../../shell/header.tsx'
import { useBrand } from '../../shell/brand.ts'
import { Header } from '../../shell/header.tsx'
import { promises } from '../../shell/public.text.ts'
import styles from './frame.module.css'

export default function AuthFrame() {
  const { tagline } = useBrand()
  return (
    <div className={styles.frame}>
      <aside className={styles.side} aria-label="Our promises">
        <div className={styles.sticky}>
          <BrandMark ground="dark" />
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
        <Header className={styles.bar} />
        <main className={styles.main}>
          <Outlet />
        </main>
        <footer className={`${styles.foot} faint`}>
          <a href="/privacy">Privacy policy</a>
          <a href="/terms">Terms of service</a>
        </footer>
      </div>
    </div>
  )
}
