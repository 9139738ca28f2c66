import { sttClassNames } from '@sauda/contract/trading/charge-rate'
import type { Reply } from '@sauda/contract/platform/call'
import { sttClassCalls, type SttEntry } from '@sauda/contract/trading/stt-class'
import { listText } from '@sauda/contract/platform/sentence'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { Button } from '@sauda/ui/button'
import { EmptyState } from '@sauda/ui/empty-state'
import { formatDate } from '@sauda/web/date-time'
import { useCall } from '../../shell/api.ts'
import {
  DialogButton,
  type DialogState,
  FormDialog,
  type ItemDialog,
  needsAdministrator,
  optionsOf,
  useItemDialog,
} from '../../shell/form-dialog.tsx'
import { SendFile, UnusedColumns, useUpload, WaitingFiles } from '../../shell/import-file.tsx'
import { Lines, twoLines } from '../../shell/lines.tsx'
import { useCan, useNeedsAdministrator } from '../../shell/me.ts'
import { column, type ColumnsOf, headColumn, QueryCard } from '../../shell/table.tsx'

const columns: ColumnsOf<SttEntry> = [
  headColumn('Security', 'lead', ({ isin, symbol }) => twoLines(symbol ?? isin, symbol && isin)),
  column('STT', 'figure', ({ stt }) => sttClassNames[stt]),
  column('Trade days', 'under', ({ from, until }) =>
    twoLines(from === '1900-01-01' ? 'All' : `From ${formatDate(from)}`, until && `Until ${formatDate(until)}`),
  ),
  column('Set by', 'line', ({ setBy, list }) => twoLines(setBy ?? 'Upgrade', list)),
]

type TaxedEtf = Reply<typeof sttClassCalls.list>['taxed'][number]
const etfText = ({ symbol, underlying, stt }: TaxedEtf): string =>
  `${symbol} (${underlying}, ${sttClassNames[stt].toLowerCase()})`

/** How STT is charged on single securities, and the exchanges' lists of it. */
export function SttClasses() {
  const query = useCall(sttClassCalls.list, {})
  const can = useCan()
  const { unset: all = [], taxed = [], waitingFiles = [] } = query.data ?? {}
  const unset = all.filter(({ isin }) => !taxed.some((each) => each.isin === isin))
  const exempt = useItemDialog<readonly TaxedEtf[]>((props) => <ExemptDialog {...props} />)
  return (
    <>
      {taxed.length > 0 && (
        <AlertBanner tone="warn" title="STT on ETFs that do not hold Indian shares">
          <p>{`By the exchange’s list of ETFs: ${listText(taxed.map(etfText), 10)}.`}</p>
          {can('operator.manage') && (
            <Button variant="secondary" size="small" onClick={() => exempt.show(taxed)}>
              {taxed.length === 1 ? 'Exempt it' : `Exempt these ${taxed.length}`}
            </Button>
          )}
        </AlertBanner>
      )}
      {exempt.dialog}
      {unset.length > 0 && (
        <AlertBanner tone="warn" title="ETFs without an STT entry">
          {`STT is charged on them by their series, as on a share: ${listText(
            unset.map(({ symbol }) => symbol),
            10,
          )}. Import the exchange’s list, or set each one below.`}
        </AlertBanner>
      )}
      <QueryCard
        label="STT of single securities"
        aside={
          can('operator.manage') && (
            <DialogButton size="small" dialog={SttDialog}>
              Set a security
            </DialogButton>
          )
        }
        query={query}
        rowsOf={({ entries }) => entries}
        columns={columns}
        rowKey={({ isin, from }) => `${isin} ${from}`}
        empty={
          <EmptyState title="No securities yet">
            STT is charged on every security by its series, set under Codes.
          </EmptyState>
        }
      />
      {can('exchange.import') && <SttLists />}
      <WaitingFiles files={waitingFiles} />
    </>
  )
}

const SttLists = () => (
  <SendFile
    title="Lists of securities with their STT"
    label="STT list of an exchange"
    hint="C_STT (securities without STT) or C_STT_IND (with a column of indicators), with its day in the name, gzip or CSV; for BSE with BSE_ before it. What it changes waits for a second operator; booked days keep their charges."
    send={useUpload(sttClassCalls.importList)}
    imported={({ name, rows, changed, unknown, absent, unused }) => (
      <Lines>
        <span>{`${name}: ${rows} rows, ${changed} securities changed.`}</span>
        {unknown.length > 0 && <span>{`Not used, because no security has the symbol: ${listText(unknown, 10)}.`}</span>}
        {absent.length > 0 && <span>{`Not in the list any more and still exempt: ${listText(absent, 10)}.`}</span>}
        <UnusedColumns columns={unused} />
      </Lines>
    )}
  />
)

function ExemptDialog({ item: etfs, ...dialog }: ItemDialog<readonly TaxedEtf[]>) {
  const needsOther = useNeedsAdministrator()
  return (
    <FormDialog
      {...dialog}
      call={sttClassCalls.exempt}
      empty={{ from: '' }}
      title="Exempt ETFs from STT"
      description={`Only units of equity-oriented funds are charged with STT. Check each one: ${etfs.map(etfText).join(', ')}. Booked days keep their charges.`}
      fields={[{ as: 'date', name: 'from', label: 'First trade day' }]}
      body={({ from }) => ({ isins: etfs.map(({ isin }) => isin), from })}
      action={needsOther ? 'Send for approval' : 'Exempt the ETFs'}
      checkAt="the list"
      waiting={needsAdministrator}
      discardOnClose
    />
  )
}

function SttDialog(dialog: DialogState) {
  const needsOther = useNeedsAdministrator()
  return (
    <FormDialog
      {...dialog}
      call={sttClassCalls.set}
      empty={{ isin: '', stt: 'exempt', from: '' }}
      title="STT of a security"
      description="Gold, silver, liquid, debt and international funds and sovereign gold bonds are exempt; units of equity funds are charged as an equity fund; units of REITs and InvITs as a share. Take it from the exchange’s list. Booked days keep their charges."
      fields={[
        { name: 'isin', label: 'ISIN' },
        { as: 'select', name: 'stt', label: 'STT', options: optionsOf(sttClassNames) },
        { as: 'date', name: 'from', label: 'First trade day' },
      ]}
      action={needsOther ? 'Send for approval' : 'Set the STT'}
      checkAt="the list"
      waiting={needsAdministrator}
      discardOnClose
    />
  )
}
