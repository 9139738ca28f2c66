import type { contentIcons } from '@sauda/contract/broker/page-content'
import { buttonClass } from '@sauda/ui/button'
import {
  ArrowLeftRight,
  BadgePercent,
  ChartPie,
  FileCheck,
  HandCoins,
  Landmark,
  type LucideIcon,
  MonitorSmartphone,
  ReceiptIndianRupee,
  ShieldCheck,
  Smartphone,
  TrendingUp,
  Wallet,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { useBrand } from '../shell/brand.ts'
import { DemoCards } from '../shell/demo-cards.tsx'
import { useContent } from './content.tsx'
import { installing } from './landing.content.ts'
import styles from './landing.module.css'

const icons: Readonly<Record<(typeof contentIcons)[number], LucideIcon>> = {
  arrows: ArrowLeftRight,
  bank: Landmark,
  chart: TrendingUp,
  coins: HandCoins,
  document: FileCheck,
  percent: BadgePercent,
  phone: Smartphone,
  pie: ChartPie,
  receipt: ReceiptIndianRupee,
  screens: MonitorSmartphone,
  shield: ShieldCheck,
  wallet: Wallet,
}

export function Features() {
  const { features } = useContent().landing
  if (!features) return null
  return (
    <section aria-labelledby="features">
      <h2 id="features" className={styles.second}>
        {features.title}
      </h2>
      <ul className={styles.three}>
        <Points items={features.items} />
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
        {installing.install}
      </button>
      {appDownloadUrl && (
        <a href={appDownloadUrl} className={buttonClass('secondary')} download>
          {installing.download}
        </a>
      )}
    </div>
  )
}

interface PointProps {
  title: string
  text: string
  icon?: keyof typeof icons
  install?: boolean | undefined
}

/** The items of a list. */
export const Points = ({ items }: { items: readonly PointProps[] }) =>
  items.map(({ title, text, icon, install }) => {
    const Icon = icon && icons[icon]
    return (
      <li key={title} className={styles.point}>
        {Icon && <Icon aria-hidden="true" />}
        <h3>{title}</h3>
        <p className="soft">{text}</p>
        {install && <Install />}
      </li>
    )
  })

export function Services() {
  const { services } = useContent().landing
  if (!services) return null
  return (
    <section id="services" aria-labelledby="services-title">
      <h2 id="services-title">{services.title}</h2>
      <p className={styles.lead}>{services.text}</p>
      <ul className={styles.services}>
        <Points items={services.items} />
      </ul>
    </section>
  )
}

export function Team() {
  const { team } = useContent().landing
  if (!team) return null
  return (
    <Claim id="about" {...team}>
      <dl className={styles.figures}>
        {team.figures.map(({ value, label }) => (
          <div key={label}>
            <dt className="soft">{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Claim>
  )
}

export function Pricing() {
  const { pricing } = useContent().landing
  if (!pricing) return null
  return (
    <Claim id="pricing" {...pricing}>
      <p className={styles.figures}>
        {pricing.from} <strong>{pricing.price}</strong> {pricing.unit}
      </p>
    </Claim>
  )
}

interface ClaimProps {
  id: string
  title: string
  text: string
  mark?: string | undefined
  children: ReactNode
}

/** A sentence with example figures beside it. */
function Claim({ id, title, text, mark, children }: ClaimProps) {
  return (
    <section className={styles.claim} id={id} aria-labelledby={`${id}-title`}>
      <div>
        <h2 id={`${id}-title`} className={styles.second}>
          {title}
        </h2>
        <p className="secondary">{text}</p>
      </div>
      <div>
        {children}
        {mark && <p className="faint">{mark}</p>}
      </div>
    </section>
  )
}

/** In a demo with its practice clients, who are of no use to a visitor who is logged in already. */
export function Demo() {
  const { mode, supportEmail } = useBrand()
  const { demo } = useContent().landing
  if (!demo) return null
  const isDemo = mode === 'demo'
  return (
    <section className={styles.demo} aria-labelledby="demo">
      <div className={styles.claim}>
        <div>
          <h2 id="demo" className={styles.second}>
            {demo.title}
          </h2>
          <p className="secondary">{isDemo ? demo.text : demo.liveText}</p>
        </div>
        <a href={isDemo ? '/login' : `mailto:${supportEmail}`} className={buttonClass('secondary')}>
          {isDemo ? demo.action : demo.liveAction}
        </a>
      </div>
      <div className={styles.practice}>
        <DemoCards />
      </div>
    </section>
  )
}
