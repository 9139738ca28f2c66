import { paiseOf } from '@sauda/contract/platform/money'
import { Money } from '@sauda/ui/money'
import { sentence } from '@sauda/ui/sentence'
import { Row, Stack } from '@sauda/ui/stack'
import {
  BookUser,
  CalendarClock,
  ChevronRight,
  Download,
  FileSpreadsheet,
  Landmark,
  Layers,
  LogOut,
  type LucideIcon,
  MessageSquareWarning,
  ReceiptIndianRupee,
  Shield,
  ShieldCheck,
  Star,
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

const groups = [
  {
    title: 'Account',
    links: [
      { to: '/account/personal-details', label: 'Personal Details', icon: UserRound },
      { to: '/account/bank', label: 'Bank Accounts', icon: Landmark },
      { to: '/account/nominee', label: 'Nominee', icon: Users },
      { to: '/account/fund-settlement', label: 'Fund Settlement Frequency', icon: CalendarClock },
    ],
  },
  {
    title: 'Trading',
    links: [
      { to: '/account/demat', label: 'Demat Account Details', icon: BookUser },
      { to: '/account/segment', label: 'Manage Segment', icon: Layers },
      { to: '/account/watchlist', label: 'Watchlist', icon: Star },
      { to: '/account/charges', label: 'Charges', icon: ReceiptIndianRupee },
      { to: '/account/tax', label: 'Tax', icon: FileSpreadsheet },
    ],
  },
  {
    title: 'Security and support',
    links: [
      { to: '/account/security', label: 'Security', icon: Shield },
      { to: '/account/privacy', label: 'Your Data', icon: ShieldCheck },
      { to: '/account/complaints', label: 'Complaints', icon: MessageSquareWarning },
      { to: '/account/close', label: 'Close Account', icon: UserRoundX },
    ],
  },
]

/** With the current values on the profile; without them in the menu beside a screen. */
export function ProfileLinks({ onLogOut }: { onLogOut: () => void }) {
  const values = useAccountValues().data
  return <Groups className={styles.groups} onLogOut={onLogOut} valueAt={(to) => values && valueOf(to, values)} />
}

export function ProfileMenu({ onLogOut }: { onLogOut: () => void }) {
  return <Groups className={styles.menu} onLogOut={onLogOut} />
}

interface GroupsProps {
  className: string | undefined
  onLogOut: () => void
  valueAt?: (to: string) => ReactNode
}

function Groups({ className, onLogOut, valueAt }: GroupsProps) {
  const { appDownloadUrl } = useBrand()
  return (
    <Stack as="nav" gap={3} className={className} aria-label="Profile">
      {groups.map(({ title, links }, index) => (
        <Stack as="section" key={title} gap={2}>
          <h2 className="soft sm">{title}</h2>
          <ul className={styles.list}>
            {links.map((link) => (
              <AccountLink key={link.to} {...link} {...(valueAt && { value: valueAt(link.to) ?? '' })} />
            ))}
            {index === groups.length - 1 && (
              <>
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
              </>
            )}
          </ul>
        </Stack>
      ))}
    </Stack>
  )
}

interface AccountLinkProps {
  to: string
  label: string
  icon: LucideIcon
  value?: ReactNode
}

/** The value describes the link, so that its name stays the label. */
function AccountLink({ to, label, icon: Icon, value }: AccountLinkProps) {
  const id = useId()
  return (
    <li>
      <NavLink to={to} className={styles.row} aria-labelledby={`${id}label`} aria-describedby={`${id}value`}>
        <Icon />
        <Row as="span" justify="between" align="baseline" gap="0 4" className={styles.entry}>
          <span id={`${id}label`}>{label}</span>
          <span id={`${id}value`} className="soft sm anywhere">
            {value}
          </span>
        </Row>
        {value !== undefined && <ChevronRight className={styles.on} />}
      </NavLink>
    </li>
  )
}

function valueOf(to: string, values: AccountValues): ReactNode {
  const due = paiseOf(values.chargesDue)
  if (to === '/account/charges' && due > 0n) return sentence(valueText.due, { amount: <Money amount={due} /> })
  return valuesByPath(values)[to]
}
