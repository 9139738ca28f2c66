import { buttonClass } from '@sauda/ui/button'
import { DisclosureBadge } from '@sauda/ui/disclosure-badge'
import { Moon, Sun } from 'lucide-react'
import { BrandMark } from '../shell/header.tsx'
import { useBrand } from '../shell/brand.ts'
import { footer } from './footer.content.ts'
import { fill, Linked } from './linked.tsx'
import styles from './footer.module.css'

/** The footer of the public pages (section 2). */
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
        {Object.entries(footer.columns).map(([title, items]) => (
          <section key={title} aria-label={title}>
            <h2>{title}</h2>
            <ul>
              {items.map((item) => (
                <li key={item}>{footer.links[item] ? <a href={footer.links[item]}>{item}</a> : item}</li>
              ))}
            </ul>
            {items.some((item) => !footer.links[item]) && (
              <DisclosureBadge kind="sample">{footer.mark}</DisclosureBadge>
            )}
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
        <SchemeSwitch />
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
      {!address && <DisclosureBadge kind="sample">{footer.office.mark}</DisclosureBadge>}
    </section>
  )
}

/** The broker's legal identity, or that this is a demo. */
function Identity() {
  const { mode, legal } = useBrand()
  if (mode === 'demo') return <p className={styles.demo}>{footer.demo}</p>
  const facts = {
    [footer.identity.name]: legal.name,
    [footer.identity.sebi]: legal.sebiRegistration,
    [footer.identity.officer]: legal.grievanceOfficer,
    [footer.identity.complaints]: 'scores.sebi.gov.in',
    [footer.identity.disputes]: 'smartodr.in',
  }
  return (
    <dl className={styles.identity}>
      {Object.entries(facts).map(([term, value]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd className="tabular">
            <Linked>{value}</Linked>
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Switches between light and dark; island.ts makes it work, and the CSS shows the label that fits. */
function SchemeSwitch() {
  return (
    <button type="button" className={styles.scheme} data-scheme-turn="">
      <span className="in-light">
        <Moon aria-hidden="true" />
        <span className="visually-hidden">{footer.dark}</span>
      </span>
      <span className="in-dark">
        <Sun aria-hidden="true" />
        <span className="visually-hidden">{footer.light}</span>
      </span>
    </button>
  )
}
