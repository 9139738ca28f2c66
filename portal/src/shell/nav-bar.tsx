import { buttonClass } from '@sauda/ui/button'
import { DisclosureBadge } from '@sauda/ui/disclosure-badge'
import { BrandMark } from './header.tsx'
import { useBrand } from './brand.ts'
import styles from './nav-bar.module.css'

const bar = {
  name: 'Main',
  profile: 'Profile',
  login: 'Login',
  register: 'Open Demat',
}

/** Fixed above the page. Over the hero it turns black once about 30 % of it has scrolled away (section 9); elsewhere it is. */
export function NavBar({ above }: { above: 'hero' | 'page' }) {
  const { mode } = useBrand()
  return (
    <header className={styles.bar} data-bar={above} data-black={above === 'page' ? '' : undefined}>
      <div className={styles.start}>
        <BrandMark ground="dark" />
        {mode === 'demo' && <DisclosureBadge kind="demo" />}
      </div>
      <nav className={styles.links} aria-label={bar.name}>
        <a href="/account/profile" className={`${buttonClass('primary', { size: 'small' })} ${styles.client}`}>
          {bar.profile}
        </a>
        <a href="/login" className={`${buttonClass('ghost', { size: 'small' })} ${styles.visitor}`}>
          {bar.login}
        </a>
        <a href="/create-account" className={`${buttonClass('primary', { size: 'small' })} ${styles.visitor}`}>
          {bar.register}
        </a>
      </nav>
    </header>
  )
}
