import { paiseOf } from '@sauda/contract/platform/money'
import { Money } from '@sauda/ui/money'
import { sentence } from '@sauda/ui/sentence'
import { Panel, Row } from '@sauda/ui/stack'
import {
  BookUser,
  CalendarClock,
  ChevronRight,
  Download,
  Eye,
  FileSpreadsheet,
  Landmark,
  Layers,
  LogOut,
  MessageSquareWarning,
  ReceiptIndianRupee,
  Shield,
  ShieldCheck,
  UserRound,
  UserRoundX,
  Users,
} from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { NavLink } from 'react-router'
import { useBrand } from '../../shell/brand.ts'
import { useAccountValues } from './profile.api.ts'
import styles from './profile.module.css'
import { type AccountValues, valuesByPath, valueText } from './value.text.ts'

const links = [
  { to: '/account/personal-details', label: 'Personal Details', icon: UserRound },
  { to: '/account/bank', label: 'Bank Accounts', icon: Landmark },
  { to: '/account/demat', label: 'Demat Account Details', icon: BookUser },
  { to: '/account/segment', label: 'Manage Segment', icon: Layers },
  { to: '/account/nominee', label: 'Nominee', icon: Users },
  { to: '/account/fund-settlement', label: 'Fund Settlement Frequency', icon: CalendarClock },
  { to: '/account/charges', label: 'Charges', icon: ReceiptIndianRupee },
  { to: '/account/watchlist', label: 'Watchlist', icon: Eye },
  { to: '/account/tax', label: 'Tax', icon: FileSpreadsheet },
  { to: '/account/security', label: 'Security', icon: Shield },
  { to: '/account/privacy', label: 'Your Data', icon: ShieldCheck },
  { to: '/account/complaints', label: 'Complaints', icon: MessageSquareWarning },
  { to: '/account/close', label: 'Close Account', icon: UserRoundX },
]

export function ProfileLinks({ onLogOut }: { onLogOut: () => void }) {
  const { appDownloadUrl } = useBrand()
  const values = useAccountValues().data
  return (
    <>
      <nav aria-label="Profile">
        <Panel as="ul" className={`lines ${styles.list}`}>
          {links.map((link) => (
            <AccountLink key={link.to} {...link} value={values && valueOf(link.to, values)} />
          ))}
        </Panel>
      </nav>
      <Panel as="ul" className={`lines ${styles.list}`}>
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
      </Panel>
    </>
  )
}

/** The value describes the link, so that its name stays the label. */
function AccountLink({ to, label, icon: Icon, value }: (typeof links)[number] & { value: ReactNode }) {
  const id = useId()
  return (
    <li>
      <NavLink to={to} className={styles.row} aria-labelledby={`${id}label`} aria-describedby={`${id}value`}>
        <Icon />
        <Row as="span" justify="between" align="baseline" gap="0 4" className={styles.entry}>
          <span id={`${id}label`}>{label}</span>
          <span id={`${id}value`} className={`soft regular anywhere ${styles.value}`}>
            {value}
          </span>
        </Row>
        <ChevronRight className={styles.on} />
      </NavLink>
    </li>
  )
}

function valueOf(to: string, values: AccountValues): ReactNode {
  const due = paiseOf(values.chargesDue)
  if (to === '/account/charges' && due > 0n) return sentence(valueText.due, { amount: <Money amount={due} /> })
  return valuesByPath(values)[to]
}
