import { StatusPill } from '@sauda/ui/badge'
import { EmptyState } from '@sauda/ui/empty-state'
import type { TableColumn } from '@sauda/ui/table'
import { Link } from 'react-router'
import { ClientPill } from '../shell/pills.tsx'
import { useAddressText } from '../shell/address-text.ts'
import { Email } from '../shell/lines.tsx'
import { DateTime } from '@sauda/web/date-time'
import { Page } from '../shell/page.tsx'
import { ListCard, QueryTable } from '../shell/loaded.tsx'
import { NoMatch, SearchField } from '../shell/search-field.tsx'
import { useClients, type ClientLine } from './client.api.ts'
import layout from '../shell/layout.module.css'

const columns: readonly TableColumn<ClientLine>[] = [
  {
    key: 'name',
    header: 'Client',
    rowHeader: true,
    place: 'lead',
    cell: ({ _id, name }) => (
      <Link className={layout.rowLink} to={`/clients/${_id}`} data-item="">
        {name}
      </Link>
    ),
  },
  { key: 'id', header: 'Client ID', cell: ({ saudaId }) => <span className="tabular">{saudaId}</span>, place: 'under' },
  { key: 'email', header: 'Email', cell: ({ email }) => <Email>{email}</Email>, place: 'below' },
  { key: 'mobile', header: 'Mobile', cell: ({ mobile }) => <span className="tabular">{mobile}</span> },
  {
    key: 'state',
    header: 'Documents',
    place: 'state',
    cell: ({ isDocsVerified, frozen }) => (
      <span className={layout.row}>
        <ClientPill status={isDocsVerified} />
        {frozen && <StatusPill tone="error">Frozen</StatusPill>}
      </span>
    ),
  },
  { key: 'since', header: 'Registered', align: 'end', cell: ({ createdAt }) => <DateTime at={createdAt} /> },
]

export const ClientsPage = () => (
  <Page title="Clients" right="client.read">
    <Clients />
  </Page>
)

function Clients() {
  const search = useAddressText('search')
  const { settled } = search
  const query = useClients(settled)
  return (
    <>
      <SearchField label="Find a client" hint="Name, email, mobile or client ID" search={search} query={query} />
      <ListCard>
        <QueryTable
          label="Clients"
          query={query}
          rowsOf={({ pages }) => pages.flatMap(({ clients }) => clients)}
          what="the clients"
          more="Show more"
          columns={columns}
          rowKey={({ _id }) => _id}
          empty={<NoClients search={settled} onClear={() => search.setTyped('')} />}
        />
      </ListCard>
    </>
  )
}

function NoClients({ search, onClear }: { search: string; onClear: () => void }) {
  if (search === '')
    return <EmptyState title="No clients yet">Clients appear here after verifying their e-mail.</EmptyState>
  return (
    <NoMatch what="client" onClear={onClear}>
      {`Searched names, emails, mobile numbers and client IDs for “${search}”.`}
    </NoMatch>
  )
}
