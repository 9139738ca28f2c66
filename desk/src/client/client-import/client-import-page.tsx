import { formatCount } from '@sauda/contract/platform/decimal'
import { clientImportCalls, type ClientImportRow, clientImportRules } from '@sauda/contract/client/client-import'
import type { Reply } from '@sauda/contract/platform/call'
import { paiseOf } from '@sauda/contract/platform/money'
import { asSentences } from '@sauda/contract/platform/sentence'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { StatusPill, type StatusTone } from '@sauda/ui/badge'
import { Button } from '@sauda/ui/button'
import { Card } from '@sauda/ui/card'
import { EmptyState } from '@sauda/ui/empty-state'
import { FilePicker } from '@sauda/ui/file-picker'
import { Money } from '@sauda/ui/money'
import { errorMessage, errorTitle } from '@sauda/web/api-error'
import { DateTime } from '@sauda/web/date-time'
import { Link, useParams } from 'react-router'
import { column, type ColumnsOf, endColumn, headColumn, QueryCard } from '../../shell/table.tsx'
import { useBankAccounts, useCall } from '../../shell/api.ts'
import { DownloadSample } from '../../shell/download-file.tsx'
import { SampleFile, useChosenFile, useFileImport } from '../../shell/import-file.tsx'
import { Lines, twoLines } from '../../shell/lines.tsx'
import { Loaded } from '../../shell/loaded.tsx'
import { Page, ButtonLink } from '../../shell/page.tsx'
import { ImportLines, clientsText, template } from './import-lines.tsx'
import layout from '../../shell/layout.module.css'

export const ClientImportPage = () => (
  <Page
    title="Import clients"
    right="ledger.adjust"
    description="Clients with opening balances, positions and bank details. All lines are imported, or none."
    actions={
      <>
        <DownloadSample label="Download the template" name="clients-template.csv" csv={template} />
        <ButtonLink to="/clients">View clients</ButtonLink>
      </>
    }
  >
    <div className={layout.screen}>
      <OpeningHint />
      <ImportFile />
      <Imports />
      <SampleFile csv={template} />
    </div>
  </Page>
)

const Imports = () => (
  <QueryCard
    title="Imports"
    label="Imports of clients"
    query={useCall(clientImportCalls.list, {})}
    rowsOf={({ imports }) => imports}
    what="the imports"
    columns={columns}
    empty={<EmptyState title="No imports yet">Choose the first file above.</EmptyState>}
  />
)

/** The lines of a file that waits for a second operator. */
export const PendingImportPage = () => (
  <Page
    title="Lines of the import"
    right="ledger.adjust"
    actions={<ButtonLink to="/clients/import">View all imports</ButtonLink>}
  >
    <div className={layout.screen}>
      <PendingLines />
    </div>
  </Page>
)

function PendingLines() {
  const { importId = '' } = useParams()
  return (
    <Loaded query={useCall(clientImportCalls.lines, { params: { importId } })} what="the lines">
      {(reading) => <ImportLines reading={reading} />}
    </Loaded>
  )
}

/** Bank less client money is wrong until both sides have begun. */
function OpeningHint() {
  const { data: accounts = [] } = useBankAccounts()
  const missing = accounts.filter(({ opening }) => !opening).map(({ name }) => name)
  if (missing.length === 0) return null
  return (
    <AlertBanner
      tone="info"
      title={
        missing.length === 1
          ? 'A bank account has no opening balance'
          : `${missing.length} bank accounts have no opening balance`
      }
      action={<Link to="/books/accounts">Enter opening balances</Link>}
    >
      {`${missing.join(', ')}: enter it together with the first import, so that bank and clients begin on the same day.`}
    </AlertBanner>
  )
}

function ImportFile() {
  // A file that is already waiting, or imported, is rejected when it is sent again.
  const { preview, send: request } = useFileImport(clientImportCalls.preview, clientImportCalls.importFile)
  const { file, isBusy, error, picker, send, progress } = useChosenFile(preview, request)
  return (
    <>
      <Card>
        <FilePicker
          label="CSV file of clients"
          hint={
            <>
              <p>{`Up to ${formatCount(clientImportRules.lines)} lines. One line for each client, and one for each position with its purchase date and cost per unit.`}</p>
              <p>
                With a KYC date, such as 2024-05-17, the client is verified; without one, the client uploads documents.
              </p>
              <p>
                The address is printed on contract notes; ecn_consent_date is the day on which the client consented to
                get them by e-mail. Both may stay empty.
              </p>
            </>
          }
          accept=".csv,.txt,.tsv,text/csv"
          {...picker}
        />
      </Card>
      {progress(request.isPending ? 'Requesting the import' : 'Checking each line')}
      {error && !isBusy && (
        <AlertBanner
          tone="error"
          title={request.error ? errorTitle(request.error, 'Nothing was imported') : 'The file could not be read'}
        >
          {errorMessage(error, request.error ? 'the imports below' : undefined)}
        </AlertBanner>
      )}
      {request.data && <Requested result={request.data} />}
      {preview.data && !request.isSuccess && (
        <ImportLines
          key={file?.name}
          reading={preview.data}
          action={
            <Button loading={request.isPending} onClick={() => send()}>
              {`Import ${clientsText(preview.data.totals.clients)}`}
            </Button>
          }
        />
      )}
    </>
  )
}

type Requested = Reply<typeof clientImportCalls.importFile>

const Requested = ({ result }: { result: Requested }) =>
  result.waitsForSecond ? (
    <AlertBanner tone="warn" title="Needs a second operator">
      {`Nothing is imported yet. ${asSentences(result.secondReasons ?? [])} The clients get the link for their password when it is approved.`}
    </AlertBanner>
  ) : (
    <AlertBanner tone="success" title="Imported">
      {`${clientsText(result.totals.clients)} imported. Each gets an e-mail with a link to choose a password within ${clientImportRules.linkDays} days.`}
    </AlertBanner>
  )

const states: Record<ClientImportRow['status'], [StatusTone, string]> = {
  pending: ['warn', 'Pending approval'],
  imported: ['success', 'Imported'],
  rejected: ['error', 'Rejected'],
}

const columns: ColumnsOf<ClientImportRow> = [
  headColumn('File', 'lead', ({ _id, fileName, status }) =>
    status === 'pending' ? <Link to={`/clients/import/${_id}`}>{fileName}</Link> : fileName,
  ),
  column('Clients and positions', 'under', ({ totals }) =>
    twoLines(clientsText(totals.clients), `${totals.positions} positions`, true),
  ),
  endColumn('Balance and cost', 'figure', ({ totals: { balance, cost } }) => (
    <Lines>
      <Money amount={paiseOf(balance)} />
      <Money amount={paiseOf(cost)} />
    </Lines>
  )),
  column('Status', 'state', ({ status, proposalId }) => (
    <Lines>
      <StatusPill tone={states[status][0]}>{states[status][1]}</StatusPill>
      {proposalId && <Link to={`/proposal/${proposalId}`}>Open for approval</Link>}
    </Lines>
  )),
  column('Requested by', 'line', ({ requestedBy, decidedBy }) =>
    twoLines(requestedBy, decidedBy && `decided by ${decidedBy}`),
  ),
  endColumn('Requested', 'line', ({ requestedAt }) => <DateTime at={requestedAt} />),
]
