import {
  BookUser,
  CalendarClock,
  ChevronRight,
  Download,
  Landmark,
  Layers,
  LogOut,
  Receipt,
  Shield,
  UserRound,
  Users,
} from 'lucide-react'
import { Link } from 'react-router'
import { useBrand } from '../shell/brand.ts'
import styles from './profile.module.css'

const links = [
  { to: '/account/personal-details', label: 'Personal Details', icon: UserRound },
  { to: '/account/bank', label: 'Bank Accounts', icon: Landmark },
  { to: '/account/demat', label: 'Demat Account Details', icon: BookUser },
  { to: '/account/segment', label: 'Manage Segment', icon: Layers },
  { to: '/account/nominee', label: 'Nominee', icon: Users },
  { to: '/account/fund-settlement', label: 'Fund Settlement Frequency', icon: CalendarClock },
  { to: '/account/charges', label: 'Charges', icon: Receipt },
  { to: '/account/security', label: 'Security', icon: Shield },
]

export function ProfileLinks({ onLogOut }: { onLogOut: () => void }) {
  const { appDownloadUrl } = useBrand()
  return (
    <>
      <nav aria-label="Profile">
        <ul className={styles.list}>
          {links.map(({ to, label, icon: Icon }) => (
            <li key={to}>
              <Link to={to} className={styles.row}>
                <Icon />
                {label}
                <ChevronRight className={styles.on} />
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <ul className={styles.list}>
        {appDownloadUrl && (
          <li>
            <a href={appDownloadUrl} className={styles.row} download>
              <Download />
              Download App
            </a>
          </li>
        )}
        <li>
          <button type="button" className={styles.row} onClick={onLogOut}>
            <LogOut />
            Logout
          </button>
        </li>
      </ul>
    </>
  )
}
