import { findCalls, type Found } from '@sauda/contract/broker/find'
import { formatRupees, paiseOf } from '@sauda/contract/platform/money'
import { Combobox } from '@sauda/ui/combobox'
import { Dialog } from '@sauda/ui/dialog'
import { formatDate } from '@sauda/web/date-time'
import { useQuery } from '@tanstack/react-query'
import { useRef, type RefObject } from 'react'
import { useNavigate } from 'react-router'
import { useTyped } from '../../shell/picker.tsx'
import layout from '../../shell/layout.module.css'
import { callQuery } from '../../shell/api.ts'

const kinds: Record<Found['kind'], { name: string; folder: string }> = {
  client: { name: 'Client', folder: 'clients' },
  deposit: { name: 'Deposit', folder: 'wallet' },
  withdrawal: { name: 'Withdrawal', folder: 'wallet' },
  charge: { name: 'Charge', folder: 'charge' },
  trade: { name: 'Trade', folder: 'trade' },
  line: { name: 'Bank line', folder: 'reconciliation' },
}

const nameOf = ({ kind, name, clientName }: Found): string =>
  [kind === 'client' ? '' : kinds[kind].name, name, clientName ?? ''].filter(Boolean).join(' ')
const detailOf = ({ amount, at }: Found): string =>
  `${amount === undefined ? '' : `${formatRupees(paiseOf(amount))}, `}${formatDate(at)}`

/** Opens the record found by a name, number or amount. */
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
  const { typed, settled, setText } = useTyped()
  const query = useQuery({
    ...callQuery(findCalls.find, { body: { text: settled } }),
    enabled: settled !== '',
  })
  const isCurrent = typed === settled
  const items = isCurrent && typed !== '' ? (query.data?.found ?? []) : []
  const nothing = isCurrent && query.isSuccess && items.length === 0 ? `Nothing matches “${typed}”` : ''
  return (
    <div className={layout.finder}>
      <Combobox
        ref={ref}
        label="What to find"
        hint="Client, e-mail, mobile, PAN, account number, UTR, request or trade number, amount. Numbers must be complete."
        error={undefined}
        value={null}
        onPick={(item) => {
          if (!item) return
          onClose()
          void navigate(`/${kinds[item.kind].folder}/${item._id}`)
        }}
        items={items}
        onSearch={setText}
        keyOf={({ _id }) => _id}
        textOf={nameOf}
        busy={typed !== '' && !(isCurrent && (query.isSuccess || query.isError))}
        note={query.isError ? 'The search failed. Please try again.' : nothing}
        renderItem={(item) => (
          <div className={layout.found}>
            {nameOf(item)}
            <span className="tabular">{detailOf(item)}</span>
          </div>
        )}
      />
    </div>
  )
}
