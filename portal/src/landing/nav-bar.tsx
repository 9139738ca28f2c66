import { buttonClass } from '@sauda/ui/button'
import { HonestyMark } from '@sauda/ui/honesty-mark'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { BrandMark } from '../shell/brand-mark.tsx'
import { useBrand } from '../shell/brand.ts'
import { useGreeting } from './use-greeting.ts'
import { blackFromId } from './hero.tsx'
import styles from './nav-bar.module.css'

/** Fixed above the page; turns black once about 30 % of the hero has scrolled away (section 9). */
export function NavBar() {
  const [black, setBlack] = useState(false)
  const { mode } = useBrand()
  useGreeting()
  useEffect(() => {
    const mark = document.getElementById(blackFromId)
    if (!mark) return
    const watch = new IntersectionObserver(([entry]) =>
      setBlack(entry !== undefined && entry.boundingClientRect.top < 0),
    )
    watch.observe(mark)
    return () => watch.disconnect()
  }, [])
  return (
    <header className={`${styles.bar} ${black ? styles.black : ''}`}>
      <div className={styles.start}>
        <BrandMark />
        {mode === 'demo' && <HonestyMark kind="demo" />}
      </div>
      <nav className={styles.links} aria-label="Main">
        <Link to="/account/profile" className={`${buttonClass('primary', { size: 'small' })} ${styles.client}`}>
          Profile
        </Link>
        <Link to="/login" className={`${buttonClass('ghost', { size: 'small' })} ${styles.visitor}`}>
          Login
        </Link>
        <Link to="/create-account" className={`${buttonClass('primary', { size: 'small' })} ${styles.visitor}`}>
          Open Demat
        </Link>
      </nav>
    </header>
  )
}
