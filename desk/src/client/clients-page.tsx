import { Button } from '@sauda/ui/button'
import { Card } from '@sauda/ui/card'
import { StatusPill } from '@sauda/ui/badge'
import { EmptyState } from '@sauda/ui/empty-state'
import { More } from '@sauda/ui/more'
import { Table, type TableColumn } from '@sauda/ui/table'
import { Link } from 'react-router'
import { NotLoaded } from '../shell/loaded.tsx'
import { ClientPill } from '../kyc/document-pill.tsx'
import { useAddressText } from '../shell/address-text.ts'
import { Email } from '../shell/email.tsx'
import { useListKeys } from '../shell/list-keys.ts'
import { DateTime } from '@sauda/web/date-time-text'
import { Page } from '../shell/page.tsx'
import { SearchField } from '../shell/search-field.tsx'
import { useClients, type ClientLine } from './client.api.ts'
import styles from './client.module.css'

const columns: readonly TableColumn<ClientLine>[] = [
  {
    key: 'name',
    header: 'Client',
    rowHeader: true,
    place: 'lead',
    cell: ({ _id, name }) => (
      <Link className={styles.name} to={`/clients/${_id}`} data-item="">
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
      <span className={styles.pills}>
        <ClientPill status={isDocsVerified} />
        {frozen && <StatusPill tone="error">Frozen</StatusPill>}
      </span>
    ),
  },
  { key: 'since', header: 'Registered', align: 'end', cell: ({ createdAt }) => <DateTime at={createdAt} /> },
]

export function ClientsPage() {
  return (
    <Page title="Clients" right="client.read">
      <Clients />
    </Page>
  )
}

function Clients() {
  const { typed, type, settled } = useAddressText('search')
  const query = useClients(settled)
  const list = useListKeys<HTMLDivElement>('List')
  const rows = query.data?.pages.flatMap(({ clients }) => clients) ?? []
  return (
    <>
      <SearchField
        label="Find a client"
        hint="Name, email, mobile or client ID"
        value={typed}
        busy={query.isFetching && !query.isFetchingNextPage && settled !== ''}
        onValueChange={type}
      />
      <Card flush>
        <div ref={list}>
          {query.isError && !query.data ? (
            <NotLoaded query={query} failed="The clients could not be loaded" />
          ) : (
            <Table
              label="Clients"
              columns={columns}
              rows={rows}
              rowKey={({ _id }) => _id}
              loading={query.isPending && 'Loading the clients'}
              empty={<NoClients search={settled} onClear={() => type('')} />}
              footer={query.hasNextPage && <More list={query} label="Show more" />}
            />
          )}
        </div>
      </Card>
    </>
  )
}

function NoClients({ search, onClear }: { search: string; onClear: () => void }) {
  if (search === '')
    return <EmptyState title="No clients yet">Clients appear here after verifying their e-mail.</EmptyState>
  return (
    <EmptyState
      title="No client matches"
      action={
        <Button variant="secondary" onClick={onClear}>
          Show all clients
        </Button>
      }
    >{`Searched names, emails, mobile numbers and client IDs for “${search}”.`}</EmptyState>
  )
}
