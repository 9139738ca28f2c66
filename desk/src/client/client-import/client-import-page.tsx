import { formatCount } from '@sauda/contract/platform/decimal'
import { clientImportRules, type ClientImportRow, clientImportCalls } from '@sauda/contract/client/client-import'
import { csvErrors, csvRules } from '@sauda/contract/platform/csv'
import { paiseOf } from '@sauda/contract/platform/money'
import { asSentences } from '@sauda/contract/platform/sentence'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { StatusPill, type StatusTone } from '@sauda/ui/badge'
import { Button, buttonClass } from '@sauda/ui/button'
import { Card } from '@sauda/ui/card'
import { downloadText } from '@sauda/ui/dom'
import { EmptyState } from '@sauda/ui/empty-state'
import { FilePicker } from '@sauda/ui/file-picker'
import { Money } from '@sauda/ui/money'
import { ProgressBar } from '@sauda/ui/progress-bar'
import type { TableColumn } from '@sauda/ui/table'
import { errorMessage, errorTitle } from '@sauda/web/api-error'
import { DateTime } from '@sauda/web/date-time'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { useBankAccounts } from '../../shell/bank-accounts.ts'
import { Lines, twoLines } from '../../shell/lines.tsx'
import { Loaded, QueryTable } from '../../shell/loaded.tsx'
import { Page } from '../../shell/page.tsx'
import { clientsText, template } from './client-import.text.ts'
import { ImportLines } from './import-lines.tsx'
import { useMutation } from '@tanstack/react-query'
import { uploadCsv, useCall, useChange } from '../../shell/api.ts'
import layout from '../../shell/layout.module.css'

const useImports = () => useCall(clientImportCalls.list, {})

const useImportLines = (importId: string) => useCall(clientImportCalls.lines, { params: { importId } })

interface Sent {
  file: File
  onProgress: (share: number) => void
}

const usePreview = () => useMutation({ mutationFn: (sent: Sent) => uploadCsv(clientImportCalls.preview, { ...sent }) })

/** A file that is already waiting, or imported, is rejected when it is sent again. */
const useRequestImport = () => useChange((sent: Sent) => uploadCsv(clientImportCalls.importFile, { ...sent }))

export const ClientImportPage = () => (
  <Page
    title="Import clients"
    right="ledger.adjust"
    description="Clients with opening balances, positions and bank details from one CSV file. Either all lines are imported or none."
    actions={
      <Link className={buttonClass('secondary')} to="/clients">
        View clients
      </Link>
    }
  >
    <div className={layout.screen}>
      <OpeningHint />
      <ImportFile />
      <Card title="Imports" flush>
        <Imports />
      </Card>
    </div>
  </Page>
)

const Imports = () => (
  <QueryTable
    label="Imports of clients"
    query={useImports()}
    rowsOf={({ imports }) => imports}
    what="the imports"
    columns={columns}
    rowKey={({ _id }) => _id}
    empty={<EmptyState title="No imports yet">Choose the first file above.</EmptyState>}
  />
)

/** The lines of a file that waits for a second operator. */
export const PendingImportPage = () => (
  <Page
    title="Lines of the import"
    right="ledger.adjust"
    actions={
      <Link className={buttonClass('secondary')} to="/clients/import">
        View all imports
      </Link>
    }
  >
    <div className={layout.screen}>
      <PendingLines />
    </div>
  </Page>
)

function PendingLines() {
  const { importId = '' } = useParams()
  return (
    <Loaded query={useImportLines(importId)} what="the lines">
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
    <AlertBanner tone="info" title="Opening balances of your bank accounts">
      {`${missing.join(', ')} ${missing.length === 1 ? 'has' : 'have'} no opening balance yet. Enter it with the first import, so that the bank balance less client money begins at the right figure. `}
      <Link to="/books/accounts">Enter opening balances</Link>
    </AlertBanner>
  )
}

function ImportFile() {
  const [file, setFile] = useState<File | null>(null)
  const [fileError, setFileError] = useState<string>()
  const [sent, setSent] = useState(0)
  const preview = usePreview()
  const request = useRequestImport()
  const isBusy = preview.isPending || request.isPending
  const choose = (chosen: File) => {
    setFile(chosen)
    setSent(0)
    request.reset()
    preview.reset()
    const isLarge = chosen.size > csvRules.bytes
    setFileError(isLarge ? csvErrors.tooManyBytes.message : undefined)
    if (!isLarge) preview.mutate({ file: chosen, onProgress: setSent })
  }
  const send = () => {
    if (file && !isBusy) request.mutate({ file, onProgress: setSent })
  }
  const error = request.error ?? preview.error
  return (
    <>
      <Card
        title="File"
        aside={
          <Button
            variant="secondary"
            size="small"
            icon={<Download size={16} aria-hidden="true" />}
            onClick={() => downloadText('clients-template.csv', template, 'text/csv')}
          >
            Download the template
          </Button>
        }
      >
        <FilePicker
          label="CSV file of clients"
          hint={`Up to ${formatCount(clientImportRules.lines)} lines. One line for each client, and one for each position with its purchase date and cost per unit. With a KYC date the client is verified; without one, the client uploads documents.`}
          accept=".csv,.txt,.tsv,text/csv"
          file={file}
          disabled={isBusy}
          error={fileError}
          onFile={choose}
          onReject={() => setFileError(csvErrors.notText.message)}
        />
      </Card>
      {isBusy && (
        <ProgressBar
          label={sent < 100 ? 'Sending the file' : request.isPending ? 'Requesting the import' : 'Checking each line'}
          {...(sent < 100 && { percent: sent })}
        />
      )}
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
            <Button loading={request.isPending} onClick={send}>
              {`Import ${clientsText(preview.data.totals.clients)}`}
            </Button>
          }
        />
      )}
    </>
  )
}

type Requested = NonNullable<ReturnType<typeof useRequestImport>['data']>

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

const columns: readonly TableColumn<ClientImportRow>[] = [
  {
    key: 'file',
    header: 'File',
    rowHeader: true,
    place: 'lead',
    cell: ({ _id, fileName, status }) =>
      status === 'pending' ? <Link to={`/clients/import/${_id}`}>{fileName}</Link> : fileName,
  },
  {
    key: 'what',
    header: 'Clients and positions',
    place: 'under',
    cell: ({ totals }) => twoLines(clientsText(totals.clients), `${totals.positions} positions`, true),
  },
  {
    key: 'amounts',
    header: 'Balance and cost',
    align: 'end',
    place: 'figure',
    cell: ({ totals: { balance, cost } }) => (
      <Lines>
        <Money amount={paiseOf(balance)} />
        <Money amount={paiseOf(cost)} />
      </Lines>
    ),
  },
  {
    key: 'status',
    header: 'Status',
    place: 'state',
    cell: ({ status, proposalId }) => (
      <Lines>
        <StatusPill tone={states[status][0]}>{states[status][1]}</StatusPill>
        {proposalId && <Link to={`/proposal/${proposalId}`}>Open for approval</Link>}
      </Lines>
    ),
  },
  {
    key: 'by',
    header: 'Requested by',
    cell: ({ requestedBy, decidedBy }) => twoLines(requestedBy, decidedBy && `decided by ${decidedBy}`),
  },
  { key: 'at', header: 'Requested', align: 'end', cell: ({ requestedAt }) => <DateTime at={requestedAt} /> },
]
