import { type ClientState, clientStates } from '@sauda/contract/client/client'
import { StatusPill } from '@sauda/ui/badge'
import { Button } from '@sauda/ui/button'
import { Checkbox } from '@sauda/ui/checkbox'
import { EmptyState } from '@sauda/ui/empty-state'
import { Select } from '@sauda/ui/select'
import type { TableColumn } from '@sauda/ui/table'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { amountColumn, column, headColumn, QueryList } from '../../shell/table.tsx'
import { ClientPill, ClosurePill } from '../../shell/pills.tsx'
import {
  AddressDays,
  AddressText,
  daysIn,
  NoMatch,
  SearchField,
  useAddressText,
  withText,
} from '../../shell/search-field.tsx'
import { Email, rowLink, twoLines } from '../../shell/lines.tsx'
import { formatDate } from '@sauda/web/date-time'
import { useIsPhone, useIsTablet } from '@sauda/web/hooks'
import { Page, ButtonLink } from '../../shell/page.tsx'
import { optionsOf } from '../../shell/form-dialog.tsx'
import { useCan } from '../../shell/me.ts'
import { useShortcuts } from '../../shell/shortcut.ts'
import { type ClientFilter, type ClientLine, useClients } from './client.api.ts'
import layout from '../../shell/layout.module.css'

const clientLink = ({ _id, name }: ClientLine) => rowLink(`/clients/${_id}`, name, '')

const columns: readonly TableColumn<ClientLine>[] = [
  headColumn('Client', 'lead', clientLink),
  column('Client ID', 'under', ({ saudaId }) => (
    <span className="tabular" translate="no">
      {saudaId}
    </span>
  )),
  column('Email', 'below', ({ email }) => <Email>{email}</Email>),
  column('Mobile', 'line', ({ mobile }) => <span className="tabular">{mobile}</span>),
  column('State', 'state', ({ isDocsVerified, frozen, closing }) => (
    <span className={layout.row}>
      <ClientPill status={isDocsVerified} />
      {frozen && <StatusPill tone="error">Frozen</StatusPill>}
      {closing && <ClosurePill status={closing} />}
    </span>
  )),
  column('Registered', 'line', ({ createdAt }) => formatDate(createdAt)),
  amountColumn('Balance', ({ balance }) => balance, 'figure'),
]

/** The other columns need the width; the client’s page shows the rest. */
const tabletColumns = columns.flatMap((column) =>
  column.header === 'Client'
    ? [{ ...column, cell: (client: ClientLine) => twoLines(clientLink(client), client.saudaId, true) }]
    : ['Client ID', 'Mobile', 'Registered'].includes(column.header)
      ? []
      : [column],
)

/** Two lines; the client’s page shows the rest. */
const phoneColumns = columns.filter(({ header }) => ['Client', 'Client ID', 'State', 'Balance'].includes(header))

export function ClientsPage() {
  const navigate = useNavigate()
  const mayImport = useCan()('ledger.adjust')
  useShortcuts('Clients', [mayImport && { keys: ['i'], does: 'Import clients', run: () => void navigate('import') }])
  return (
    <Page
      title="Clients"
      right="client.read"
      actions={mayImport && <ButtonLink to="import">Import clients</ButtonLink>}
    >
      <Clients />
    </Page>
  )
}

function Clients() {
  const [address, setAddress] = useSearchParams()
  const search = useAddressText('search')
  const executive = useAddressText('executive')
  const filter = filterOf(address, search.settled, executive.settled)
  const query = useClients(filter)
  const isTablet = useIsTablet()
  const isPhone = useIsPhone()
  const showAll = () => {
    search.setTyped('')
    executive.setTyped('')
    setAddress({}, { replace: true })
  }
  return (
    <>
      <div className={layout.bar}>
        <SearchField label="Find a client" hint="Name, email, mobile or client ID" search={search} query={query} />
        <Filters executive={executive} onClear={showAll} />
      </div>
      <QueryList
        label="Clients"
        query={query}
        rowsOf={({ pages }) => pages.flatMap(({ clients }) => clients)}
        more="Show more"
        columns={isPhone ? phoneColumns : isTablet ? tabletColumns : columns}
        empty={<NoClients isFiltered={Object.values(filter).some(Boolean)} onClear={showAll} />}
      />
    </>
  )
}

/** The filters in the address; a shared address may contain anything. */
const filterOf = (address: URLSearchParams, search: string, executive: string): ClientFilter => ({
  search: search || undefined,
  executive: executive || undefined,
  state: states.find((state) => state === address.get('state')),
  ...daysIn(address),
  balance: address.get('balance') === 'yes' ? 'yes' : undefined,
})

const states = Object.keys(clientStates) as ClientState[]

function Filters({ executive, onClear }: { executive: ReturnType<typeof useAddressText>; onClear: () => void }) {
  const [address, setAddress] = useSearchParams()
  const set = (name: string, text: string) => setAddress(withText(address, name, text), { replace: true })
  const [isOpen, setOpen] = useState(['from', 'to', 'executive'].some((name) => address.has(name)))
  const isPhone = useIsPhone()
  const first = (
    <>
      <Select
        label="State"
        value={address.get('state') ?? ''}
        options={optionsOf(clientStates, 'All states')}
        onChange={(event) => set('state', event.target.value)}
      />
      <Checkbox
        label="With a balance"
        checked={address.get('balance') === 'yes'}
        onChange={(event) => set('balance', event.target.checked ? 'yes' : '')}
      />
    </>
  )
  return (
    <>
      <div className={layout.choices}>
        {!isPhone && first}
        {[...address].length > 0 && (
          <Button variant="ghost" onClick={onClear}>
            Show all
          </Button>
        )}
        <Button variant="secondary" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isPhone ? 'Filters' : isOpen ? 'Fewer filters' : 'More filters'}
        </Button>
      </div>
      {isOpen && (
        <div className={layout.filters}>
          {isPhone && first}
          <AddressDays from="Registered from" to="Registered until" />
          <AddressText label="Executive" placeholder="Name" search={executive} />
        </div>
      )}
    </>
  )
}

function NoClients({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  if (!isFiltered)
    return <EmptyState title="No clients yet">Clients appear here after verifying their e-mail.</EmptyState>
  return (
    <NoMatch what="client" onClear={onClear}>
      The search covers names, e-mail addresses, mobile numbers and client IDs. All filters must match.
    </NoMatch>
  )
}
