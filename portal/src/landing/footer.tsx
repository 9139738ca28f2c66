import { buttonClass } from '@sauda/ui/button'
import { HonestyMark } from '@sauda/ui/honesty-mark'
import { BrandMark } from '../shell/brand-mark.tsx'
import { useBrand } from '../shell/brand.ts'
import { fill } from './fill.ts'
import { footer } from './footer.content.ts'
import styles from './footer.module.css'
import { Identity } from './identity.tsx'
import { SchemeTurn } from './scheme-turn.tsx'

/** On public pages (section 2). */
export function Footer() {
  const { name, tagline, supportEmail } = useBrand()
  return (
    <footer className={styles.footer}>
      <div className={styles.call}>
        <p>{tagline}</p>
        <a href="/create-account" className={buttonClass('primary')}>
          {footer.start}
        </a>
      </div>
      <div className={styles.columns}>
        <BrandMark ground="dark" />
        {footer.columns.map(({ title, items }) => (
          <section key={title} aria-label={title}>
            <h2>{title}</h2>
            <ul>
              {items.map((item) => (
                <li key={item}>{footer.links[item] ? <a href={footer.links[item]}>{item}</a> : item}</li>
              ))}
            </ul>
            {items.some((item) => !footer.links[item]) && <HonestyMark kind="sample">{footer.mark}</HonestyMark>}
          </section>
        ))}
        <Office />
      </div>
      <div className={styles.small}>
        <Identity />
        <p>{footer.privacy}</p>
        <p>{footer.risk}</p>
      </div>
      <div className={styles.end}>
        <p>{fill(footer.copyright, { brand: name })}</p>
        <ul className={styles.legal}>
          {footer.legal.map(({ to, label }) => (
            <li key={to}>
              <a href={to}>{label}</a>
            </li>
          ))}
          <li>
            <a href={`mailto:${supportEmail}`}>{footer.support}</a>
          </li>
        </ul>
        <SchemeTurn />
      </div>
    </footer>
  )
}

function Office() {
  const { address } = useBrand().legal
  const lines = address ? [address] : footer.office.lines
  const title = address ? footer.registered : footer.office.title
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <address>
        {lines.map((line) => (
          <span key={line}>{line}</span>
        ))}
      </address>
      {!address && <HonestyMark kind="sample">{footer.office.mark}</HonestyMark>}
    </section>
  )
}
