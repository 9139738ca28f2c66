import type { Right } from '@sauda/contract/platform/call'
import { mayWithdraw } from '@sauda/contract/client/kyc'
import { withFullStop } from '@sauda/contract/platform/sentence'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { StatusPill } from '@sauda/ui/badge'
import { Button } from '@sauda/ui/button'
import { Card } from '@sauda/ui/card'
import { RowMenu } from '@sauda/ui/menu'
import { sentence } from '@sauda/ui/sentence'
import { SkeletonText } from '@sauda/ui/skeleton'
import { Row } from '@sauda/ui/stack'
import { DateTime } from '@sauda/web/date-time'
import { useIsPhone } from '@sauda/web/hooks'
import { lazy, Suspense } from 'react'
import { Link, useNavigate, useParams, useSearchParams } from 'react-router'
import { ChargesTable, RaiseCharge } from '../../money/charge/charges.tsx'
import { LoansTable } from '../../money/loan/loans-table.tsx'
import { WriteToClient } from '../message/message-dialog.tsx'
import { ClientSettings } from '../setting/client-settings.tsx'
import { Loaded } from '../../shell/loaded.tsx'
import { useCan } from '../../shell/me.ts'
import { ViewTabs } from '../../shell/navigation.tsx'
import { Page, RequireRight, ButtonLink } from '../../shell/page.tsx'
import { ClientPill, ClosurePill } from '../../shell/pills.tsx'
import { useRecent } from '../../shell/recent.ts'
import { ClientTradeDays } from '../../trading/contract/client-trade-days.tsx'
import { ClientRequests } from '../../money/wallet/requests-table.tsx'
import { MoneyStrip } from '../../money/wallet/money-strip.tsx'
import { ClientTimeline } from './client-timeline.tsx'
import { SaleBanner } from './sale-banner.tsx'
import { PinnedWarnings } from './pinned-warnings.tsx'
import { ClientBank, ClientDocuments, ClientIdentity, ClientTrust } from './client-facts.tsx'
import { type Client, useClient } from './client.api.ts'
import { EarlierDay } from './earlier-day.tsx'
import { ChangeContact, FreezeDialog, ViewDialog, CorrectIdentity } from './client-dialogs.tsx'
import layout from '../../shell/layout.module.css'
import { DialogButton, useItemDialog } from '../../shell/form-dialog.tsx'

// Most visits to a client's page open neither.
const ClientLedger = lazy(async () => ({ default: (await import('./client-ledger.tsx')).ClientLedger }))
const ClientTrades = lazy(async () => ({ default: (await import('./client-trades.tsx')).ClientTrades }))

export function ClientPage() {
  const { clientId = '' } = useParams()
  const query = useClient(clientId)
  const client = query.data
  useRecent('Client', client?.name)
  return (
    <Page
      title={client?.name ?? 'Client'}
      right="client.read"
      description={
        client && (
          <span className="tabular" translate="no">
            {client.saudaId}
          </span>
        )
      }
      mark={client && <Marks client={client} />}
      actions={client && <ClientActions client={client} />}
    >
      <Loaded query={query} what="this client" lines={8}>
        {(known) => <Facts key={known._id} client={known} />}
      </Loaded>
    </Page>
  )
}

const Marks = ({ client: { isDocsVerified, frozen, closing } }: { client: Client }) => (
  <>
    <ClientPill status={isDocsVerified} />
    {frozen && <StatusPill tone="error">Frozen</StatusPill>}
    {closing && <ClosurePill status={closing} />}
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
    {client.closure && <ClosureBanner closure={client.closure} />}
    {client.sale && <SaleBanner client={client} sale={client.sale} />}
    <PinnedWarnings clientId={client._id} />
    <EarlierDay clientId={client._id}>
      <MoneyStrip clientId={client._id} wallet={client.wallet} />
    </EarlierDay>
    <ClientTabs />
    <Part client={client} />
  </div>
)

function ClosureBanner({ closure }: { closure: NonNullable<Client['closure']> }) {
  const { status, requestedAt, endedAt, payout, failure } = closure
  if (status === 'closed')
    return (
      <AlertBanner tone="info" title="This account is closed">
        {sentence('Closed on {time}. Nothing can be booked to it. The records are retained as the law requires.', {
          time: <DateTime at={endedAt ?? requestedAt} />,
        })}
      </AlertBanner>
    )
  return (
    <AlertBanner tone="warn" title="The client asked to close this account">
      {sentence('Requested on {time}. Nothing new can be booked until the account is closed or the client cancels.', {
        time: <DateTime at={requestedAt} />,
      })}{' '}
      {failure !== undefined && `It could not be closed yet: ${withFullStop(failure)} The client can request it again.`}
      {payout?.isPending &&
        sentence('It is closed once {withdrawal} is paid.', {
          withdrawal: <Link to={`/wallet/${payout.requestId}`}>{payout.transactionId}</Link>,
        })}
    </AlertBanner>
  )
}

const later = { trades: ClientTrades, ledger: ClientLedger }

function Part({ client }: { client: Client }) {
  const tab = useClientTab()
  if (tab === 'money') return <ClientMoney client={client} />
  if (tab === 'charges') return <ClientCharges client={client} />
  if (tab === 'person') return <ClientPerson client={client} />
  const Later = later[tab]
  const part = (
    <Suspense fallback={<SkeletonText label="Loading..." lines={8} />}>
      <Later client={client} />
    </Suspense>
  )
  return tab === 'ledger' ? <RequireRight right="ledger.read">{part}</RequireRight> : part
}

function ClientPerson({ client }: { client: Client }) {
  const mayReview = useCan()('kyc.review')
  const mayChange = mayReview && client.closing !== 'closed'
  return (
    <div className={layout.columns}>
      <div className={layout.column}>
        <Card title="Identity">
          <ClientIdentity client={client} />
          {mayChange && (
            <Row>
              {mayWithdraw(client.isDocsVerified) && <CorrectIdentity client={client} />}
              <ChangeContact client={client} />
            </Row>
          )}
        </Card>
        <Card
          title="Documents"
          aside={
            mayReview &&
            client.isDocsVerified !== 'PENDING' && (
              <ButtonLink size="small" to={`/kyc/${client._id}`}>
                See documents
              </ButtonLink>
            )
          }
        >
          <ClientDocuments client={client} />
        </Card>
        <Card title="Bank details">
          <ClientBank client={client} />
        </Card>
        <Card title="Settings">
          <ClientSettings settings={client.settings} />
        </Card>
        {mayReview && <Link to={`/privacy?client=${client._id}`}>Data export and erasure</Link>}
      </div>
      <div className={layout.column}>
        <Card title="Checks">
          <ClientTrust client={client} />
        </Card>
        <ClientTimeline clientId={client._id} clientName={client.name} />
      </div>
    </div>
  )
}

function ClientActions({ client }: { client: Client }) {
  const { _id, name, isDocsVerified, frozen } = client
  const can = useCan()
  const isPhone = useIsPhone()
  const navigate = useNavigate()
  const { show, dialog } = useItemDialog<'view' | 'freeze'>(({ item, ...state }) =>
    item === 'view' ? (
      <ViewDialog clientId={_id} name={name} {...state} />
    ) : (
      <FreezeDialog clientId={_id} name={name} freeze={!frozen} {...state} />
    ),
  )
  const actions = [
    can('client.view') && { label: 'View as client', onSelect: () => show('view') },
    can('client.freeze') &&
      client.closing !== 'closed' && {
        label: frozen ? 'Unfreeze login' : 'Freeze login',
        onSelect: () => show('freeze'),
      },
    can('kyc.review') &&
      isDocsVerified === 'PENDING' && { label: 'Review documents', onSelect: () => void navigate(`/kyc/${_id}`) },
  ].filter((action) => action !== false)
  return (
    <>
      <WriteToClient kinds={['client', 'kyc', 'bank']} id={_id} clientName={name} />
      {isPhone && actions.length > 0 && <RowMenu label={`Actions for ${name}`} items={actions} />}
      {!isPhone &&
        actions.map(({ label, onSelect }) => (
          <Button key={label} variant={label === 'Review documents' ? 'primary' : 'secondary'} onClick={onSelect}>
            {label}
          </Button>
        ))}
      {dialog}
    </>
  )
}

const tabs = [
  { show: 'person', words: 'Person' },
  { show: 'money', words: 'Money' },
  { show: 'charges', words: 'Charges' },
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
    <ViewTabs
      label="Client"
      tabs={tabs
        .filter((tab) => !('right' in tab) || can(tab.right))
        .map(({ show, words }) => ({
          to: show === 'person' ? '?' : `?show=${show}`,
          name: words,
          isOpen: show === open,
        }))}
    />
  )
}

function ClientMoney({ client }: { client: Client }) {
  const { _id, requests, requestCount, loans } = client
  return (
    <div className={layout.column}>
      <Card title="Deposits and withdrawals" flush>
        <ClientRequests clientId={_id} requests={requests} requestCount={requestCount} />
      </Card>
      <Card title="Loans" flush>
        <LoansTable clientId={_id} loans={loans} />
      </Card>
    </div>
  )
}

function ClientCharges({ client }: { client: Client }) {
  const { _id, name, gstForm, charges } = client
  const can = useCan()
  return (
    <div className={layout.column}>
      <ClientTradeDays clientId={_id} />
      <Card
        title="Charges raised"
        flush
        aside={
          can('charge.raise') && (
            <DialogButton
              size="small"
              dialog={(state) => <RaiseCharge clientId={_id} clientName={name} gstForm={gstForm} {...state} />}
            >
              Raise charge
            </DialogButton>
          )
        }
      >
        <ChargesTable clientId={_id} charges={charges} />
      </Card>
    </div>
  )
}
