import { buttonClass } from '@sauda/ui/button'
import {
  ArrowLeftRight,
  BadgePercent,
  ChartPie,
  FileCheck,
  HandCoins,
  Landmark,
  MonitorSmartphone,
  Receipt,
  ScrollText,
  Smartphone,
  TrendingUp,
  Wallet,
  type LucideIcon,
} from 'lucide-react'
import { accounting, features, services } from './landing.content.ts'
import styles from './landing.module.css'

const featureIcons: Record<(typeof features.items)[number]['icon'], LucideIcon> = {
  platform: MonitorSmartphone,
  conditions: BadgePercent,
  install: Smartphone,
}

export function Features() {
  return (
    <section className={styles.section}>
      <h2>{features.title}</h2>
      <ul className={styles.three}>
        {features.items.map(({ icon, title, text }) => {
          const Icon = featureIcons[icon]
          return (
            <li key={title}>
              <Icon aria-hidden="true" className={styles.icon} />
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

const serviceIcons: Record<(typeof services.items)[number]['icon'], LucideIcon> = {
  wallet: Wallet,
  withdraw: Landmark,
  portfolio: ChartPie,
  position: TrendingUp,
  orders: ArrowLeftRight,
  loan: HandCoins,
  charges: Receipt,
  papers: FileCheck,
}

export function Services() {
  return (
    <section className={`${styles.section} ${styles.raised}`} id="services">
      <h2>{services.title}</h2>
      <p className={styles.lead}>{services.text}</p>
      <ul className={styles.grid}>
        {services.items.map(({ icon, title, text }) => {
          const Icon = serviceIcons[icon]
          return (
            <li key={title}>
              <Icon aria-hidden="true" className={styles.icon} />
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

export function Accounting() {
  return (
    <section className={`${styles.section} ${styles.split}`}>
      <div className={styles.aside}>
        <ScrollText aria-hidden="true" className={styles.icon} />
        <h2>{accounting.title}</h2>
        <a href="#services" className={buttonClass('secondary')}>
          SEE ALL FEATURES
        </a>
      </div>
      <ul className={styles.list}>
        {accounting.items.map(({ title, text }) => (
          <li key={title}>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
