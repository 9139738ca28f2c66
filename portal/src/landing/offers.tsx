import { buttonClass } from '@sauda/ui/button'
import {
  ArrowLeftRight,
  BadgePercent,
  ChartPie,
  FileCheck,
  HandCoins,
  Landmark,
  MonitorSmartphone,
  ReceiptIndianRupee,
  Smartphone,
  TrendingUp,
  Wallet,
  type LucideIcon,
} from 'lucide-react'
import { useBrand } from '../shell/brand.ts'
import { features, services } from './landing.content.ts'
import styles from './offers.module.css'

const featureIcons: Record<(typeof features.items)[number]['icon'], LucideIcon> = {
  platform: MonitorSmartphone,
  conditions: BadgePercent,
  install: Smartphone,
}

export function Features() {
  return (
    <section className={styles.features} aria-labelledby="features">
      <h2 id="features">{features.title}</h2>
      <ul>
        {features.items.map(({ icon, title, text }) => {
          const Icon = featureIcons[icon]
          return (
            <li key={title}>
              <Icon aria-hidden="true" className={styles.tile} />
              <h3>{title}</h3>
              <p>{text}</p>
              {icon === 'install' && <Install />}
            </li>
          )
        })}
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

const serviceIcons: Record<(typeof services.items)[number]['icon'], LucideIcon> = {
  wallet: Wallet,
  withdraw: Landmark,
  portfolio: ChartPie,
  position: TrendingUp,
  orders: ArrowLeftRight,
  loan: HandCoins,
  charges: ReceiptIndianRupee,
  documents: FileCheck,
}

export function Services() {
  return (
    <section className={styles.services} id="services" aria-labelledby="services-title">
      <h2 id="services-title">{services.title}</h2>
      <p className={styles.lead}>{services.text}</p>
      <ul>
        {services.items.map(({ icon, title, text }) => {
          const Icon = serviceIcons[icon]
          return (
            <li key={title}>
              <Icon aria-hidden="true" />
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
