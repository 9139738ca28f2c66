import { AlertBanner } from '@sauda/ui/alert-banner'
import { StatusPill } from '@sauda/ui/badge'
import { Button, buttonClass } from '@sauda/ui/button'
import { Card } from '@sauda/ui/card'
import { SkeletonText } from '@sauda/ui/skeleton'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { Trail } from '../audit/trail.tsx'
import { ClientPill } from '../kyc/document-pill.tsx'
import { Loaded } from '../shell/loaded.tsx'
import { useCan } from '../shell/me.ts'
import { Page } from '../shell/page.tsx'
import { useClient, type Client } from './client.api.ts'
import { ClientBank, ClientDocuments, ClientIdentity, ClientTrust } from './client-facts.tsx'
import { FreezeDialog } from './freeze-dialog.tsx'
import styles from './client-page.module.css'

/** Everything about one client. */
export function ClientPage() {
  const { clientId = '' } = useParams()
  const query = useClient(clientId)
  if (query.data) return <KnownClient client={query.data} />
  return (
    <Page title="Client" right="client.read">
      <Loaded query={query} what="This client" loading={<SkeletonText label="Loading the client" lines={8} />}>
        {() => null}
      </Loaded>
    </Page>
  )
}

function KnownClient({ client }: { client: Client }) {
  const can = useCan()
  const { _id, name, saudaId, isDocsVerified, frozen } = client
  const [asking, ask] = useState(false)
  return (
    <Page
      title={name}
      right="client.read"
      description={<span className="tabular">{saudaId}</span>}
      mark={
        <>
          <ClientPill status={isDocsVerified} />
          {frozen && <StatusPill tone="error">Frozen</StatusPill>}
        </>
      }
      actions={
        <>
          {can('client.freeze') && (
            <Button variant="secondary" onClick={() => ask(true)}>
              {frozen ? 'Unfreeze login' : 'Freeze login'}
            </Button>
          )}
          {can('kyc.review') && (
            <Link className={buttonClass(isDocsVerified === 'PENDING' ? 'primary' : 'secondary')} to={`/kyc/${_id}`}>
              {isDocsVerified === 'PENDING' ? 'Review documents' : 'See documents'}
            </Link>
          )}
        </>
      }
    >
      {frozen && (
        <AlertBanner tone="warn" className={styles.frozen ?? ''}>
          This client cannot log in until the login is unfrozen.
          {client.frozenReason && ` Reason: ${client.frozenReason}`}
        </AlertBanner>
      )}
      <div className={styles.columns}>
        <div className={styles.column}>
          <Card title="Identity">
            <ClientIdentity client={client} />
          </Card>
          <Card title="Documents">
            <ClientDocuments client={client} />
          </Card>
          <Card title="Bank details">
            <ClientBank client={client} />
          </Card>
        </div>
        <div className={styles.column}>
          <Card title="Trust">
            <ClientTrust client={client} />
          </Card>
          {can('audit.read') && (
            <Card title="Timeline">
              <Trail subjectId={_id} />
            </Card>
          )}
        </div>
      </div>
      <FreezeDialog clientId={_id} name={name} freeze={!frozen} open={asking} onClose={() => ask(false)} />
    </Page>
  )
}
