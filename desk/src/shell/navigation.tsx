import type { Right } from '@sauda/contract/platform/call'
import { sentFileRights } from '@sauda/contract/core/sent-file'
import { Badge } from '@sauda/ui/badge'
import { TabNav } from '@sauda/ui/page-header'
import {
  ArrowLeftRight,
  BookOpen,
  CalendarCheck,
  ChartColumn,
  Files,
  Globe,
  Inbox,
  Landmark,
  type LucideIcon,
  Mail,
  MailOpen,
  MessageSquareWarning,
  NotepadText,
  ScrollText,
  Send,
  ShieldCheck,
  UserCog,
  Users,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, matchPath, Navigate, NavLink, useLocation, useNavigate } from 'react-router'
import { Page, type PageProps, useBrand } from './page.tsx'
import layout from './layout.module.css'
import { useCan, useDecides } from './me.ts'
import { useShortcuts } from './shortcut.ts'

/** In the order of the menu. */
export const navigationGroups = ['Work', 'Money', 'Service', 'Control'] as const

export interface NavigationItem {
  to: string
  label: string
  icon: LucideIcon
  group: (typeof navigationGroups)[number]
  /** Typed after g. */
  letter: string
  right?: Right
}

export const navigationItems: readonly NavigationItem[] = [
  { to: '/today', label: 'Today', group: 'Work', icon: CalendarCheck, letter: 'y' },
  { to: '/queue', label: 'Queue', group: 'Work', icon: Inbox, letter: 'q' },
  { to: '/clients', label: 'Clients', group: 'Work', icon: Users, letter: 'c', right: 'client.read' },
  { to: '/trade', label: 'Trades', group: 'Work', icon: ArrowLeftRight, letter: 't', right: 'trade.book' },
  { to: '/files', label: 'Files', group: 'Work', icon: Files, letter: 'f' },
  { to: '/reconciliation', label: 'Reconciliation', group: 'Money', icon: Landmark, letter: 's', right: 'ledger.read' },
  { to: '/payouts', label: 'Payouts', group: 'Money', icon: Send, letter: 'p', right: 'ledger.read' },
  { to: '/books', label: 'Books', group: 'Money', icon: BookOpen, letter: 'b', right: 'ledger.read' },
  { to: '/reports', label: 'Reports', group: 'Money', icon: ChartColumn, letter: 'e', right: 'ledger.read' },
  {
    to: '/complaints',
    label: 'Complaints',
    group: 'Service',
    icon: MessageSquareWarning,
    letter: 'l',
    right: 'client.read',
  },
  { to: '/privacy', label: 'Privacy', group: 'Service', icon: ShieldCheck, letter: 'd', right: 'kyc.review' },
  { to: '/templates', label: 'Templates', group: 'Service', icon: NotepadText, letter: 'w', right: 'content.edit' },
  { to: '/content', label: 'Website', group: 'Service', icon: Globe, letter: 'r', right: 'content.edit' },
  { to: '/audit', label: 'Audit', group: 'Control', icon: ScrollText, letter: 'a', right: 'audit.read' },
  { to: '/mail', label: 'Mail', group: 'Control', icon: Mail, letter: 'm', right: 'audit.read' },
  { to: '/mailbox', label: 'Mailbox', group: 'Control', icon: MailOpen, letter: 'x' },
  { to: '/operators', label: 'Operators', group: 'Control', icon: UserCog, letter: 'o', right: 'operator.manage' },
]

interface TradePage {
  readonly to: string
  readonly name: string
  readonly group: 'Book' | 'Files' | 'Set-up'
  /** Each of them opens the page; administrators change the rates, plans and codes of trades. */
  readonly rights: readonly [Right, ...Right[]]
  readonly end?: true
}

/** Typing and correcting trades, then the evening in its order, then what it is computed with. */
export const tradePages: readonly TradePage[] = [
  { to: '/trade', name: 'Order entry', group: 'Book', rights: ['trade.book'], end: true },
  { to: '/trade/import', name: 'Bulk upload', group: 'Book', rights: ['trade.book'] },
  { to: '/trade/reversals', name: 'Reversals', group: 'Book', rights: ['trade.book'] },
  { to: '/trade/files', name: 'Exchange files', group: 'Files', rights: ['exchange.import', 'operator.manage'] },
  { to: '/trade/prices', name: 'Closing prices', group: 'Files', rights: ['price.import'] },
  { to: '/trade/actions', name: 'Corporate actions', group: 'Files', rights: ['exchange.import'] },
  { to: '/trade/settlement', name: 'Settlement', group: 'Files', rights: ['settlement.manage'] },
  { to: '/trade/notes', name: 'Contract notes', group: 'Files', rights: ['exchange.import', 'operator.manage'] },
  { to: '/trade/holdings', name: 'Holdings', group: 'Files', rights: ['settlement.manage'] },
  { to: '/trade/instruments', name: 'Instruments', group: 'Set-up', rights: ['trade.book', 'exchange.import'] },
  { to: '/trade/charges', name: 'Charges', group: 'Set-up', rights: ['exchange.import', 'operator.manage'] },
]

export function useNavigationItems(): readonly NavigationItem[] {
  const can = useCan()
  const decides = useDecides()
  const { mailbox } = useBrand()
  return navigationItems.filter(({ to, right }) => {
    if (to === '/today') return true
    if (to === '/queue') return decides
    if (to === '/files') return sentFileRights.some(can)
    if (to === '/trade') return tradePages.some(({ rights }) => rights.some(can))
    // Whoever reads the log of mails has the mailbox beside it.
    return right ? can(right) : mailbox && !can('audit.read')
  })
}

export function useNavigationKeys(): void {
  const navigate = useNavigate()
  useShortcuts(
    'Go to',
    useNavigationItems().map(({ to, label, letter }) => ({
      keys: [`g ${letter}`] as const,
      does: label,
      run: () => void navigate(to),
    })),
  )
}

export function PendingBadge({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <Badge>
      {count}
      <span className="visually-hidden"> pending</span>
    </Badge>
  )
}

interface GroupTab {
  to: string
  name: string
  /** Named above its tabs, which follow each other. */
  group?: string
  /** Whether the operator may open it. */
  may: boolean
  end?: boolean
  mark?: ReactNode
}

/** The pages of a group that the operator may open, and the open one. */
export function GroupTabs({ label, tabs }: { label: string; tabs: readonly GroupTab[] }) {
  const { pathname } = useLocation()
  const shown = tabs.filter(({ to, may, end = false }) => may || matchPath({ path: to, end }, pathname))
  const links = (some: readonly GroupTab[]) =>
    some.map(({ to, name, may, end, mark }) => (
      <NavLink key={to} to={to} end={end}>
        {name} {may && mark}
      </NavLink>
    ))
  const groups = [...Map.groupBy(shown, ({ group }) => group)]
  return (
    <TabNav label={label}>
      {groups.length === 1
        ? links(shown)
        : groups.map(([group, own]) => (
            <div key={group} role="group" aria-label={group} data-group={group}>
              {links(own)}
            </div>
          ))}
    </TabNav>
  )
}

interface ViewTab {
  to: string
  name: string
  isOpen: boolean
  mark?: ReactNode
}

/** The views of one page, which its address names. */
export const ViewTabs = ({ label, tabs }: { label: string; tabs: readonly ViewTab[] }) => (
  <TabNav label={label}>
    {tabs.map(({ to, name, isOpen, mark }) => (
      <Link key={name} to={to} replace aria-current={isOpen ? 'page' : undefined}>
        {name} {mark}
      </Link>
    ))}
  </TabNav>
)

export type PageInGroup = Omit<PageProps, 'tabs'>

/** A page with the tabs of its group. */
export const GroupPage = ({
  label,
  tabs,
  description,
  children,
  ...page
}: PageInGroup & Parameters<typeof GroupTabs>[0]) => (
  <Page {...page} tabs={<GroupTabs label={label} tabs={tabs} />}>
    <div className={layout.screen}>
      {/* Below the tabs, so that they stay where they are from page to page. */}
      {description && <p className={layout.soft}>{description}</p>}
      {children}
    </div>
  </Page>
)

export const Home = () => <Navigate to="/today" replace />
