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
import { useBrand } from '../shell/brand.ts'
import { Fold, useContent } from './content.tsx'
import { installing } from './landing.content.ts'
import styles from './offers.module.css'

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
    <section className={styles.features} aria-labelledby="features">
      <h2 id="features">{features.title}</h2>
      <ul>
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
  items.map((item) => <Point key={item.title} {...item} />)

function Point({ title, text, icon, install }: PointProps) {
  const Icon = icon && icons[icon]
  return (
    <li>
      {Icon && <Icon aria-hidden="true" />}
      <h3>{title}</h3>
      <p className="soft">{text}</p>
      {install && <Install />}
    </li>
  )
}

export function Services() {
  const { services } = useContent().landing
  if (!services) return null
  return (
    <section className={styles.services} id="services" aria-labelledby="services-title">
      <Fold heading={<h2 id="services-title">{services.title}</h2>}>
        <p className={styles.lead}>{services.text}</p>
        <ul>
          <Points items={services.items} />
        </ul>
      </Fold>
    </section>
  )
}
