import type { Right } from '@sauda/contract/call'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { StatusPill } from '@sauda/ui/badge'
import { Button, buttonClass } from '@sauda/ui/button'
import { Card } from '@sauda/ui/card'
import { SkeletonText } from '@sauda/ui/skeleton'
import { TabNav } from '@sauda/ui/page-header'
import { lazy, Suspense, useState } from 'react'
import { Link, useParams, useSearchParams } from 'react-router'
import { Trail } from '../audit/trail.tsx'
import { ChargesTable } from '../charge/charges-table.tsx'
import { RaiseCharge } from '../charge/raise-charge.tsx'
import { ClientEntries } from '../ledger/client-entries.tsx'
import { RequestAdjustment } from '../ledger/request-adjustment.tsx'
import { LoansTable } from '../loan/loans-table.tsx'
import { ClientSettings } from '../setting/client-settings.tsx'
import { Loaded } from '../shell/loaded.tsx'
import { useCan } from '../shell/me.ts'
import { Page, RequireRight } from '../shell/page.tsx'
import { ClientPill } from '../shell/pills.tsx'
import { ClientRequests } from '../wallet/requests-table.tsx'
import { MoneyStrip } from '../wallet/money-strip.tsx'
import { ClientBank, ClientDocuments, ClientIdentity, ClientTrust } from './client-facts.tsx'
import { type Client, useClient } from './client.api.ts'
import { FreezeDialog } from './freeze-dialog.tsx'
import layout from '../shell/layout.module.css'

// Most visits to a client's page do not open the trades.
const ClientTrades = lazy(async () => ({ default: (await import('./client-trades.tsx')).ClientTrades }))

export function ClientPage() {
  const { clientId = '' } = useParams()
  const query = useClient(clientId)
  const client = query.data
  return (
    <Page
      title={client?.name ?? 'Client'}
      right="client.read"
      description={client && <span className="tabular">{client.saudaId}</span>}
      mark={client && <Marks client={client} />}
      actions={client && <ClientActions client={client} />}
    >
      <Loaded query={query} what="this client" lines={8}>
        {(known) => <Facts key={known._id} client={known} />}
      </Loaded>
    </Page>
  )
}

const Marks = ({ client: { isDocsVerified, frozen } }: { client: Client }) => (
  <>
    <ClientPill status={isDocsVerified} />
    {frozen && <StatusPill tone="error">Frozen</StatusPill>}
  </>
)

const Facts = ({ client }: { client: Client }) => (
  <div className={layout.column}>
    {client.frozen && (
      <AlertBanner tone="warn">
        This client cannot log in until the login is unfrozen.
        {client.frozenReason && ` Reason: ${client.frozenReason}`}
      </AlertBanner>
    )}
    <MoneyStrip wallet={client.wallet} />
    <ClientTabs />
    <Part client={client} />
  </div>
)

function Part({ client }: { client: Client }) {
  const tab = useClientTab()
  if (tab === 'money') return <ClientMoney client={client} />
  if (tab === 'trades')
    return (
      <Suspense fallback={<SkeletonText label="Loading the trades" lines={8} />}>
        <ClientTrades client={client} />
      </Suspense>
    )
  if (tab === 'ledger')
    return (
      <RequireRight right="ledger.read">
        <ClientLedger client={client} />
      </RequireRight>
    )
  return <ClientPerson client={client} />
}

function ClientPerson({ client }: { client: Client }) {
  const can = useCan()
  return (
    <div className={layout.columns}>
      <div className={layout.column}>
        <Card title="Identity">
          <ClientIdentity client={client} />
        </Card>
        <Card title="Documents">
          <ClientDocuments client={client} />
        </Card>
        <Card title="Bank details">
          <ClientBank client={client} />
        </Card>
        <Card title="Settings">
          <ClientSettings settings={client.settings} />
        </Card>
      </div>
      <div className={layout.column}>
        <Card title="Trust">
          <ClientTrust client={client} />
        </Card>
        {can('audit.read') && (
          <Card title="Timeline">
            <Trail subjectId={client._id} />
          </Card>
        )}
      </div>
    </div>
  )
}

function ClientActions({ client }: { client: Client }) {
  const can = useCan()
  const { _id, name, isDocsVerified, frozen } = client
  // Stays while the dialog closes.
  const [order, setOrder] = useState({ open: false, freeze: true })
  const isWaiting = isDocsVerified === 'PENDING'
  return (
    <>
      {can('client.freeze') && (
        <Button variant="secondary" onClick={() => setOrder({ open: true, freeze: !frozen })}>
          {frozen ? 'Unfreeze login' : 'Freeze login'}
        </Button>
      )}
      {can('kyc.review') && (
        <Link className={buttonClass(isWaiting ? 'primary' : 'secondary')} to={`/kyc/${_id}`}>
          {isWaiting ? 'Review documents' : 'See documents'}
        </Link>
      )}
      <FreezeDialog clientId={_id} name={name} {...order} onClose={() => setOrder({ ...order, open: false })} />
    </>
  )
}

function ClientLedger({ client: { _id, name } }: { client: Client }) {
  const can = useCan()
  const [isRequesting, setRequesting] = useState(false)
  return (
    <>
      <Card
        title="Ledger entries"
        flush
        aside={
          can('ledger.adjust') && (
            <Button variant="secondary" size="small" onClick={() => setRequesting(true)}>
              Request adjustment
            </Button>
          )
        }
      >
        <ClientEntries clientId={_id} />
      </Card>
      <RequestAdjustment clientId={_id} clientName={name} open={isRequesting} onClose={() => setRequesting(false)} />
    </>
  )
}

const tabs = [
  { show: 'person', words: 'Person' },
  { show: 'money', words: 'Money' },
  { show: 'trades', words: 'Trades' },
  { show: 'ledger', words: 'Ledger', right: 'ledger.read' },
] as const satisfies readonly { show: string; words: string; right?: Right }[]

type ClientTab = (typeof tabs)[number]['show']

function useClientTab(): ClientTab {
  const [address] = useSearchParams()
  return tabs.find(({ show }) => show === address.get('show'))?.show ?? 'person'
}

function ClientTabs() {
  const can = useCan()
  const open = useClientTab()
  return (
    <TabNav label="Client">
      {tabs
        .filter((tab) => !('right' in tab) || can(tab.right))
        .map(({ show, words }) => (
          <Link
            key={show}
            to={show === 'person' ? '?' : `?show=${show}`}
            replace
            aria-current={show === open ? 'page' : undefined}
          >
            {words}
          </Link>
        ))}
    </TabNav>
  )
}

function ClientMoney({ client }: { client: Client }) {
  const { _id, name, requests, requestCount, loans, charges } = client
  const can = useCan()
  const [isRaising, setRaising] = useState(false)
  return (
    <div className={layout.column}>
      <Card title="Deposits and withdrawals" flush>
        <ClientRequests clientId={_id} requests={requests} requestCount={requestCount} />
      </Card>
      <Card title="Loans" flush>
        <LoansTable loans={loans} />
      </Card>
      <Card
        title="Charges"
        flush
        aside={
          can('charge.raise') && (
            <Button variant="secondary" size="small" onClick={() => setRaising(true)}>
              Raise charge
            </Button>
          )
        }
      >
        <ChargesTable charges={charges} />
      </Card>
      <RaiseCharge clientId={_id} clientName={name} open={isRaising} onClose={() => setRaising(false)} />
    </div>
  )
}
