import { buttonClass } from '@sauda/ui/button'
import { useBrand } from '../shell/brand.ts'
import { features, services } from './landing.content.ts'
import styles from './offers.module.css'

export function Features() {
  return (
    <section className={styles.features} aria-labelledby="features">
      <h2 id="features">{features.title}</h2>
      <ul>
        {features.items.map(({ icon: Icon, title, text, canInstall }) => (
          <li key={title}>
            <Icon aria-hidden="true" />
            <h3>{title}</h3>
            <p className="soft">{text}</p>
            {canInstall && <Install />}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The browser's own way to install shows once it offers one; the package only where the broker has one. */
function Install() {
  const { appDownloadUrl } = useBrand()
  return (
    <div className={styles.install}>
      <button type="button" className={buttonClass('secondary')} data-install="" hidden>
        {features.install}
      </button>
      {appDownloadUrl && (
        <a href={appDownloadUrl} className={buttonClass('secondary')} download>
          {features.download}
        </a>
      )}
    </div>
  )
}

export function Services() {
  return (
    <section className={styles.services} id="services" aria-labelledby="services-title">
      <h2 id="services-title">{services.title}</h2>
      <p className={styles.lead}>{services.text}</p>
      <ul>
        {services.items.map(({ icon: Icon, title, text }) => (
          <li key={title}>
            <Icon aria-hidden="true" />
            <h3>{title}</h3>
            <p className="soft">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
