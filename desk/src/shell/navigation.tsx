import type { Right } from '@sauda/contract/platform/call'
import { Badge } from '@sauda/ui/badge'
import {
  ArrowLeftRight,
  BookOpen,
  ChartColumn,
  Inbox,
  Landmark,
  type LucideIcon,
  Mail,
  MailOpen,
  MessageSquareWarning,
  NotepadText,
  Quote,
  ScrollText,
  Send,
  ShieldCheck,
  UserCog,
  Users,
} from 'lucide-react'
import { type RefObject, useEffect, useRef } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router'
import { useBrand } from './page.tsx'
import { useCan, useDecides } from './me.ts'
import { useShortcuts } from './shortcut.ts'

export interface NavigationItem {
  to: string
  label: string
  icon: LucideIcon
  /** Typed after g. */
  letter: string
  right?: Right
}

export const navigationItems: readonly NavigationItem[] = [
  { to: '/queue', label: 'Queue', icon: Inbox, letter: 'q' },
  { to: '/clients', label: 'Clients', icon: Users, letter: 'c', right: 'client.read' },
  { to: '/trade', label: 'Trades', icon: ArrowLeftRight, letter: 't', right: 'trade.book' },
  { to: '/reconciliation', label: 'Reconcile', icon: Landmark, letter: 's', right: 'ledger.read' },
  { to: '/payouts', label: 'Payouts', icon: Send, letter: 'p', right: 'ledger.read' },
  { to: '/books', label: 'Books', icon: BookOpen, letter: 'b', right: 'ledger.read' },
  { to: '/reports', label: 'Reports', icon: ChartColumn, letter: 'e', right: 'ledger.read' },
  { to: '/complaints', label: 'Complaints', icon: MessageSquareWarning, letter: 'l', right: 'client.read' },
  { to: '/privacy', label: 'Data', icon: ShieldCheck, letter: 'd', right: 'kyc.review' },
  { to: '/templates', label: 'Templates', icon: NotepadText, letter: 'w', right: 'content.edit' },
  { to: '/content', label: 'Testimonials', icon: Quote, letter: 'r', right: 'content.edit' },
  { to: '/audit', label: 'Audit', icon: ScrollText, letter: 'a', right: 'audit.read' },
  { to: '/mail', label: 'Mail', icon: Mail, letter: 'm', right: 'audit.read' },
  { to: '/mailbox', label: 'Mailbox', icon: MailOpen, letter: 'x' },
  { to: '/operators', label: 'Operators', icon: UserCog, letter: 'o', right: 'operator.manage' },
]

export function useNavigationItems(): readonly NavigationItem[] {
  const can = useCan()
  const decides = useDecides()
  const { mailbox } = useBrand()
  return navigationItems.filter(({ to, right }) => {
    if (to === '/queue') return decides
    // Administrators change the rates, plans and codes of trades.
    if (to === '/trade') return can('trade.book') || can('operator.manage')
    return right ? can(right) : mailbox
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

/** On a phone the navigation scrolls sideways: keeps the open page in view. */
export function useScrollToOpenItem(): RefObject<HTMLElement | null> {
  const strip = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  useEffect(() => {
    strip.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [pathname])
  return strip
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

export function Home() {
  const [first] = useNavigationItems()
  return <Navigate to={first?.to ?? '/you'} replace />
}
