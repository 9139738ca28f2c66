import { buttonClass } from '@sauda/ui/button'
import { Moon, Sun } from 'lucide-react'
import { BrandMark } from '../shell/header.tsx'
import { useBrand } from '../shell/brand.ts'
import { fill, Linked } from './linked.tsx'
import styles from './footer.module.css'

/** The texts of the public pages' bar and footer. Name, address and numbers of the broker come from the configuration. */

const footer = {
  start: 'Get started',
  columns: {
    Company: ['About us'],
    Product: ['Live Conversation Platform', 'Dialer', 'Salesfloor', 'Analytics', 'Call Library', 'Pricing'],
    Solutions: [
      'Build Pipeline',
      'Increase Call Volume',
      'Decrease Ramp-time',
      'Coach',
      'Sales Reps',
      'Managers',
      'Sales Leaders',
      'Sales Operations',
    ],
  },
  /** The entries with a link. */
  links: { 'About us': '/#about', Pricing: '/#pricing' } as Readonly<Record<string, string>>,
  mark: 'Entries without a link are examples.',
  office: {
    title: 'Canada office',
    lines: ['Suite 100, 1 Example Street', 'Toronto, Ontario', 'Canada'],
    mark: 'The Canada office is an example too.',
  },
  /** Shown instead of the office when an address is configured. */
  registered: 'Registered office',
  legal: [
    { to: '/privacy', label: 'Privacy policy' },
    { to: '/terms', label: 'Terms of service' },
    { to: '/technical-security', label: 'Technical Security' },
    { to: '/complaints', label: 'Complaints' },
  ],
  support: 'Support',
  dark: 'Switch to dark mode',
  light: 'Switch to light mode',
  privacy:
    'We store only what we need to verify and serve you. The photos of your documents are encrypted, every view is logged, and your full Aadhaar number is never stored.',
  risk: 'Investments in the securities market are subject to market risks. Read all the related documents carefully before investing.',
  demo: 'This is a demo. It is not run by a broker, and no real money moves.',
  identity: {
    name: 'Legal name',
    sebi: 'SEBI registration',
    officer: 'Grievance officer',
    complaints: 'Complaints to SEBI',
    disputes: 'Online dispute resolution',
  },
  copyright: '© 2024 {brand}. All rights reserved.',
}

/** The footer of the public pages (section 2). */
export function Footer() {
  const { name, tagline, supportEmail, legal } = useBrand()
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
          </section>
        ))}
        <Office />
      </div>
      <div className={styles.small}>
        <Identity />
        <p>{`${footer.mark} ${legal.address ? '' : footer.office.mark}`.trim()}</p>
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
