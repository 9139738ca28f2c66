import { findCalls, type Found } from '@sauda/contract/broker/find'
import { rupeesText } from '@sauda/contract/platform/money'
import { StatusPill } from '@sauda/ui/badge'
import { Combobox } from '@sauda/ui/combobox'
import { Dialog } from '@sauda/ui/dialog'
import { formatDate } from '@sauda/web/date-time'
import { useQuery } from '@tanstack/react-query'
import { type RefObject, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useTyped } from '../../shell/picker.tsx'
import layout from '../../shell/layout.module.css'
import { callQuery } from '../../shell/api.ts'
import { useRecentItems, type RecentItem } from '../../shell/recent.ts'
import type { Right } from '@sauda/contract/platform/call'
import { useCan } from '../../shell/me.ts'
import { useNavigationItems } from '../../shell/navigation.tsx'

const kinds: Record<Found['kind'], { name: string; folder: string }> = {
  client: { name: 'Client', folder: 'clients' },
  deposit: { name: 'Deposit', folder: 'wallet' },
  withdrawal: { name: 'Withdrawal', folder: 'wallet' },
  charge: { name: 'Charge', folder: 'charge' },
  loan: { name: 'Loan', folder: 'loan' },
  trade: { name: 'Trade', folder: 'trade' },
  line: { name: 'Bank line', folder: 'reconciliation' },
}

const nameOf = ({ kind, name, clientName, under }: Found): string =>
  kind === 'client' ? (clientName ?? name) : [kinds[kind].name, name, under ? '' : clientName].filter(Boolean).join(' ')
const detailOf = ({ kind, name, amount, at }: Found): string =>
  kind === 'client' ? name : [amount === undefined ? '' : rupeesText(amount), formatDate(at)].filter(Boolean).join(', ')

interface Item {
  readonly to: string
  readonly name: string
  readonly detail: string
  readonly group: string
  /** A case listed under its client. */
  readonly isUnder?: boolean
  readonly isOpen?: boolean | undefined
}

const itemOf = (found: Found): Item => ({
  to: `/${kinds[found.kind].folder}/${found._id}`,
  name: nameOf(found),
  detail: detailOf(found),
  group: `${kinds[found.under ? 'client' : found.kind].name}s`,
  isUnder: found.under !== undefined,
  isOpen: found.isOpen,
})

/** What the operator opened last, apart from the page shown now. */
const recentOf = (items: readonly RecentItem[], here: string): Item[] =>
  items.filter(({ to }) => to !== here).map(({ to, name, kind }) => ({ to, name, detail: kind, group: 'Recent' }))

/** Opens the record found by a name, number or amount, or a screen. */
export function FindDialog({ onClose }: { onClose: () => void }) {
  const field = useRef<HTMLInputElement>(null)
  return (
    <Dialog open onOpenChange={onClose} title="Find" wide initialFocus={field}>
      <FindField ref={field} onClose={onClose} />
    </Dialog>
  )
}

function FindField({ ref, onClose }: { ref: RefObject<HTMLInputElement | null>; onClose: () => void }) {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const { typed, settled, setText } = useTyped()
  const screens = useScreens()
  const recent = useRecentItems()
  const query = useQuery({
    ...callQuery(findCalls.find, { body: { text: settled } }),
    enabled: settled !== '',
  })
  const isCurrent = typed === settled
  const found = isCurrent ? (query.data?.found ?? []).map(itemOf) : []
  const grouped = [...Map.groupBy(found, ({ group }) => group).values()].flat()
  const items =
    typed === '' ? [...recentOf(recent, pathname), ...screens] : [...grouped, ...matchingScreens(screens, typed)]
  const nothing = isCurrent && query.isSuccess && items.length === 0 ? `Nothing matches “${typed}”` : ''
  const open = (item: Item) => {
    onClose()
    void navigate(item.to)
  }
  return (
    <div className={layout.finder}>
      <Combobox
        ref={ref}
        opensOnFocus
        label="What to find"
        placeholder="Name, amount or screen; numbers in full"
        error={undefined}
        value={null}
        onPick={(item) => item && open(item)}
        items={items}
        onSearch={setText}
        keyOf={({ to }) => to}
        groupOf={({ group }) => group}
        textOf={({ name }) => name}
        busy={typed !== '' && !(isCurrent && (query.isSuccess || query.isError))}
        note={query.isError ? 'The search failed. Please try again.' : nothing}
        renderItem={({ name, detail, isUnder, isOpen }) => (
          <div className={layout.found} data-under={isUnder}>
            <div className={layout.row}>
              {name}
              {isOpen && <StatusPill tone="warn">Open</StatusPill>}
            </div>
            {detail && <span className="tabular">{detail}</span>}
          </div>
        )}
      />
    </div>
  )
}

/** What is done on a screen below those of the menu. */
const tasks: readonly { readonly to: string; readonly name: string; readonly right: Right }[] = [
  { to: '/reconciliation/import', name: 'Import statement', right: 'wallet.approve' },
  { to: '/payouts/settlement', name: 'Settle unused funds', right: 'wallet.pay' },
  { to: '/books/adjustments', name: 'Adjust a balance', right: 'ledger.adjust' },
  { to: '/books/days', name: 'Sign off a day', right: 'ledger.read' },
  { to: '/trade/import', name: 'Bulk upload', right: 'trade.book' },
  { to: '/trade/files', name: 'Exchange files', right: 'exchange.import' },
  { to: '/trade/charges', name: 'Charges of trades', right: 'exchange.import' },
  { to: '/trade/settlement', name: 'Settlement of trades', right: 'settlement.manage' },
  { to: '/trade/prices', name: 'Closing prices', right: 'price.import' },
  { to: '/trade/instruments', name: 'Instruments', right: 'trade.book' },
  { to: '/trade/reversals', name: 'Reversals of trades', right: 'trade.book' },
  { to: '/books/accounts', name: 'Bank accounts', right: 'ledger.read' },
  { to: '/books/export', name: 'Accounting export', right: 'ledger.read' },
  { to: '/payouts/calendar', name: 'Trading calendar', right: 'ledger.read' },
  { to: '/content/testimonials', name: 'Testimonials', right: 'content.edit' },
  { to: '/clients/import', name: 'Import clients', right: 'ledger.adjust' },
  { to: '/privacy/breaches', name: 'Breaches', right: 'operator.manage' },
]

/** The screens and tasks that the operator may open. */
function useScreens(): Item[] {
  const can = useCan()
  const screens = useNavigationItems().map(({ to, label }) => ({ to, name: label, detail: '', group: 'Screens' }))
  const actions = tasks
    .filter(({ right }) => can(right))
    .map(({ to, name }) => ({ to, name, detail: '', group: 'Actions' }))
  return [...actions, ...screens]
}

/** Those with a word that begins as the typed text. */
const matchingScreens = (screens: readonly Item[], typed: string): Item[] =>
  screens.filter(({ name }) =>
    typed
      .toLowerCase()
      .split(/\s+/)
      .every((word) => ` ${name.toLowerCase()}`.includes(` ${word}`)),
  )
