import { buttonClass } from '@sauda/ui/button'
import { HonestyMark } from '@sauda/ui/honesty-mark'
import { Link } from 'react-router'
import { BrandMark } from '../shell/brand-mark.tsx'
import { useBrand } from '../shell/brand.ts'
import { SchemeButton } from '../shell/scheme-button.tsx'
import styles from './footer.module.css'
import { footer } from './landing.content.ts'

/** On public pages (section 2). */
export function Footer() {
  const { name, supportEmail } = useBrand()
  return (
    <footer className={styles.footer}>
      <div className={styles.top}>
        <div className={styles.brand}>
          <BrandMark />
          <p className={styles.tagline}>{footer.tagline}</p>
          <Link to="/create-account" className={buttonClass('primary')}>
            Get started
          </Link>
        </div>
        {footer.columns.map(({ title, items }) => (
          <section key={title} aria-label={title}>
            <h2>{title}</h2>
            <ul>
              {items.map((item) => (
                <li key={item}>{footer.links[item] ? <a href={footer.links[item]}>{item}</a> : item}</li>
              ))}
            </ul>
          </section>
        ))}
        <section aria-label={footer.office.title}>
          <h2>{footer.office.title}</h2>
          <address>
            {footer.office.lines.map((line) => (
              <span key={line}>{line}</span>
            ))}
          </address>
          <HonestyMark kind="sample">An example address.</HonestyMark>
        </section>
      </div>
      <p className={styles.privacy}>{footer.privacy}</p>
      <div className={styles.end}>
        <p>
          © {footer.copyrightYear} {name}. All rights reserved.
        </p>
        <ul className={styles.legal}>
          {footer.legal.map(({ to, label }) => (
            <li key={to}>
              <Link to={to}>{label}</Link>
            </li>
          ))}
          {supportEmail && (
            <li>
              <a href={`mailto:${supportEmail}`}>Support</a>
            </li>
          )}
        </ul>
        <SchemeButton />
      </div>
    </footer>
  )
}
