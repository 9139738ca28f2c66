import { buttonClass } from '@sauda/ui/button'
import { Moon, Sun } from 'lucide-react'
import { BrandMark } from '../shell/header.tsx'
import { useBrand } from '../shell/brand.ts'
import { Linked, useContent } from './content.tsx'
import styles from './footer.module.css'

/** Name, address and numbers of the broker come from the settings; columns, office and statements from the content. */
const footer = {
  start: 'Get started',
  /** With the address of the settings. */
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
  demo: 'This is a demo. It is not run by a broker, and no real money moves.',
  identity: {
    name: 'Legal name',
    sebi: 'SEBI registration',
    officer: 'Grievance officer',
    complaints: 'Complaints to SEBI',
    disputes: 'Online dispute resolution',
  },
}

/** The footer of the public pages (section 2). */
export function Footer() {
  const { tagline, supportEmail, legal } = useBrand()
  const { columns, mark, office, privacy, risk, copyright } = useContent().footer
  const marks = [
    columns.some(({ entries }) => entries.some((entry) => typeof entry === 'string')) && mark,
    office && !legal.address && office.mark,
  ].filter(Boolean)
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
        {columns.map(({ title, entries }) => (
          <section key={title} aria-label={title}>
            <h2>{title}</h2>
            <ul>
              {entries.map((entry, index) => (
                <li key={index}>{typeof entry === 'string' ? entry : <a href={entry.to}>{entry.text}</a>}</li>
              ))}
            </ul>
          </section>
        ))}
        <Office />
      </div>
      <div className={styles.small}>
        <Identity />
        {marks.length > 0 && <p>{marks.join(' ')}</p>}
        <p>{privacy}</p>
        <p>{risk}</p>
      </div>
      <div className={styles.end}>
        <p>{copyright}</p>
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

/** The registered office of the settings, and the office of the content unless that is only an example. */
function Office() {
  const { address } = useBrand().legal
  const { office } = useContent().footer
  return (
    <>
      {address && <Address title={footer.registered} lines={[address]} />}
      {office && !(address && office.mark) && <Address {...office} />}
    </>
  )
}

function Address({ title, lines }: { title: string; lines: readonly string[] }) {
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
