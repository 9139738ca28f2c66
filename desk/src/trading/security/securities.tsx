import { formatCount } from '@sauda/contract/platform/decimal'
import { listText } from '@sauda/contract/platform/sentence'
import type { Reply } from '@sauda/contract/platform/call'
import { securityCalls, type Successor } from '@sauda/contract/trading/security'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { Card } from '@sauda/ui/card'
import { Table } from '@sauda/ui/table'
import { formatDate } from '@sauda/web/date-time'
import type { ReactNode } from 'react'
import { buttonColumn, column, type ColumnsOf, headColumn } from '../../shell/table.tsx'
import { decisionField, FormDialog, type ItemDialog, reasonField, useItemDialog } from '../../shell/form-dialog.tsx'
import {
  ImportFile,
  SecondNeededBanner,
  UnusedColumns,
  useFileImport,
  WaitingFileBanner,
  WaitingFiles,
} from '../../shell/import-file.tsx'
import { Lines, twoLines } from '../../shell/lines.tsx'
import { useCall } from '../../shell/api.ts'

const useSecurityFiles = () => useCall(securityCalls.list, {})

export const Securities = () => (
  <>
    <WaitingIsins />
    <ImportFile
      label="List of securities of an exchange"
      hint="EQUITY_L, SME_EQUITY_L, eq_etfseclist, REITS_L or INVITS_L of NSE, Equity of BSE, the security file of NSE or BSE, or symbolchange: zip, gzip or CSV. Series of NSE other than EQ, BE, BZ, SM and ST are read once they are under Codes."
      {...useFileImport(securityCalls.preview, securityCalls.importFile)}
      action={({ rows }) => `Import ${formatCount(rows)} rows`}
      reading={(reading, action) => <Reading reading={reading} action={action} />}
      imported={(reading) =>
        reading.waitsForSecond ? (
          <WaitingFileBanner
            file={reading}
            changed="Its new securities count already; what it changes of known ones does not."
          />
        ) : (
          <AlertBanner tone="success" title={`${reading.name}: imported`} />
        )
      }
    />
    <WaitingLists />
    <LastFiles />
  </>
)

type Preview = Reply<typeof securityCalls.preview>

function Reading({ reading, action }: { reading: Preview; action: ReactNode }) {
  const { exchange, day, added, changed, renamed, successors, rejected, skipped, sttToCheck, unused } = reading
  const title = `${exchange}, ${formatDate(day)}: ${formatCount(added)} new, ${formatCount(changed)} changed`
  return (
    <Card title={title} aside={action}>
      <SecondNeededBanner reasons={reading.secondReasons} />
      <Lines>
        {rejected.map(({ symbol, text, reason }) => (
          <span key={`${symbol} ${text}`}>{`${symbol}, “${text}”: not taken. ${reason}`}</span>
        ))}
        {renamed.slice(0, 20).map(({ isin, from, to }) => (
          <span key={`${isin} ${to}`}>{`${from} is now ${to}.`}</span>
        ))}
        {renamed.length > 20 && <span>{`${formatCount(renamed.length - 20)} more are renamed.`}</span>}
        {successors.map(({ isin, successor, symbol, from }) => (
          <span
            key={isin}
          >{`${symbol} has the ISIN ${successor} instead of ${isin}, from ${formatDate(from)} as far as known: waits for another operator.`}</span>
        ))}
        {sttToCheck.length > 0 && (
          <span>{`STT is charged on ETFs that do not hold Indian shares: ${listText(sttToCheck, 10)}. An administrator corrects it under Charges, where they are listed.`}</span>
        )}
        {skipped.map(({ reason, rows }) => (
          <span key={reason}>{`Not used, ${formatCount(rows)} ${rows === 1 ? 'row' : 'rows'}: ${reason}.`}</span>
        ))}
        <UnusedColumns columns={unused} />
      </Lines>
    </Card>
  )
}

const columns: ColumnsOf<Successor> = [
  headColumn('Symbol', 'lead', ({ symbol }) => symbol),
  column('Until now', 'line', ({ isin }) => isin),
  column('New ISIN', 'line', ({ successor, from }) => twoLines(successor, `from ${formatDate(from)}`)),
]

/** The card is absent while none waits; an open dialog stays. */
function WaitingIsins() {
  const waiting = useSecurityFiles().data?.waiting ?? []
  const { show, dialog } = useItemDialog<Successor>((props) => <DecisionDialog {...props} />)
  return (
    <>
      {waiting.length > 0 && (
        <Card title="New ISINs" flush>
          <Table
            label="New ISINs that wait for a decision"
            columns={[...columns, buttonColumn('Decision', 'Decide', show)]}
            rows={waiting}
            rowKey={({ isin }) => isin}
          />
        </Card>
      )}
      {dialog}
    </>
  )
}

const DecisionDialog = ({ item: { isin, successor, symbol }, ...dialog }: ItemDialog<Successor>) => (
  <FormDialog
    {...dialog}
    call={securityCalls.decide}
    name={`new ISIN ${isin}`}
    empty={{ choice: 'accept', reason: '' }}
    title={`${symbol}: new ISIN`}
    description={`${successor} instead of ${isin}. Positions are then valued at the price of the new ISIN: accept it once their quantities are those after the split, consolidation or merger.`}
    fields={[decisionField({ accept: 'Accept', reject: 'Reject' }), reasonField()]}
    body={({ choice, reason }) => ({ isin, accept: choice === 'accept', reason: reason.trim() })}
    action={({ choice }) => (choice === 'accept' ? 'Accept the new ISIN' : 'Reject the new ISIN')}
    checkAt="the new ISINs"
  />
)

const WaitingLists = () => <WaitingFiles files={useSecurityFiles().data?.waitingFiles ?? []} />

function LastFiles() {
  const files = useSecurityFiles().data?.files ?? []
  if (files.length === 0) return null
  return (
    <Card title="Imported lists of securities">
      <Lines>
        {files.slice(0, 10).map(({ _id, name, rows, importedBy, approvedBy, day }) => (
          <span
            key={_id}
          >{`${name}, ${formatDate(day)}: ${formatCount(rows)} rows, imported by ${importedBy}${approvedBy === undefined ? '' : `, approved by ${approvedBy}`}`}</span>
        ))}
      </Lines>
    </Card>
  )
}
