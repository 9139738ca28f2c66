import { type BankLine, type LineState, lineStates } from '@sauda/contract/money/reconciliation'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { Badge } from '@sauda/ui/badge'
import { Button } from '@sauda/ui/button'
import { EmptyState } from '@sauda/ui/empty-state'
import { ProgressBar } from '@sauda/ui/progress-bar'
import { errorMessage } from '@sauda/web/api-error'
import { CheckCheck } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { QueryList } from '../../shell/table.tsx'
import { NoMatch, SearchField, useAddressText } from '../../shell/search-field.tsx'
import { ConfirmDialog } from '../../shell/confirm-dialog.tsx'
import { KeyHint, ListKeys, WarningList } from '../../shell/lines.tsx'
import { useCan } from '../../shell/me.ts'
import { ViewTabs } from '../../shell/navigation.tsx'
import { Page, ButtonLink } from '../../shell/page.tsx'
import { useShortcuts } from '../../shell/shortcut.ts'
import { confirmedOf, lineColumns } from './line-table.tsx'
import { useBulkApprove, useExactMatches, useLines, type Waiting } from './reconciliation.api.ts'
import {
  bulkResultText,
  exactText,
  leftOutTitle,
  leftOutWarnings,
  stateText,
  totalsOf,
  youCanApprove,
} from './reconciliation.text.ts'
import styles from './reconciliation.module.css'
import layout from '../../shell/layout.module.css'

export function ReconciliationPage() {
  const can = useCan()
  return (
    <Page
      title="Reconciliation"
      right="ledger.read"
      actions={can('wallet.approve') && <ButtonLink to="/reconciliation/import">Import statement</ButtonLink>}
    >
      <Lines />
    </Page>
  )
}

const isState = (text: string | null): text is LineState => lineStates.some((state) => state === text)

function Lines() {
  const [address] = useSearchParams()
  const requested = address.get('show')
  const show = isState(requested) ? requested : 'approve'
  const search = useAddressText('search')
  const { settled } = search
  const query = useLines(show, settled)
  const counts = query.data?.pages[0]?.counts
  const together = useBulkApproval(counts, query.data?.pages.flatMap(({ lines }) => lines) ?? [])
  const approvable = show === 'approve' && settled === '' && together.mayApprove
  useShortcuts('Reconciliation', [{ keys: ['a'], does: 'Approve the exact match in focus', run: approveFocused }])
  return (
    <>
      <StateTabs show={show} counts={counts} searching={settled !== ''} />
      <div className={layout.bar}>
        <SearchField label="Find a line" hint="UTR, reference, request or amount" search={search} query={query} />
        {show === 'approve' && settled === '' && together.button}
      </div>
      {together.outcome}
      {together.dialog}
      <QueryList
        label={settled === '' ? stateText[show].tab : 'Lines found'}
        query={query}
        rowsOf={({ pages }) => pages.flatMap(({ lines }) => lines)}
        what="the lines"
        more="Show more"
        columns={lineColumns({ approvable, withState: settled !== '' || show === 'approve' || show === 'exception' })}
        empty={
          settled === '' ? (
            <EmptyState title={stateText[show].empty}>{stateText[show].emptyNote}</EmptyState>
          ) : (
            <NoMatch what="line" onClear={() => search.setTyped('')}>
              {`Searched references, requests and amounts for “${settled}”.`}
            </NoMatch>
          )
        }
      />
      <ListKeys>
        <KeyHint keys={['↵']}>open</KeyHint>
        {approvable && <KeyHint keys={['a']}>approve</KeyHint>}
      </ListKeys>
    </>
  )
}

function approveFocused(): void {
  document.activeElement?.closest('tr')?.querySelector<HTMLButtonElement>('[data-approve]')?.click()
}

function StateTabs({ show, counts, searching }: { show: LineState; counts: Waiting | undefined; searching: boolean }) {
  const waiting: Partial<Record<LineState, number | undefined>> = {
    approve: counts?.approve,
    exception: counts?.exception,
  }
  return (
    <ViewTabs
      label="Lines"
      tabs={lineStates.map((state) => ({
        to: state === 'approve' ? '/reconciliation' : `/reconciliation?show=${state}`,
        name: stateText[state].tab,
        isOpen: state === show && !searching,
        mark: (waiting[state] ?? 0) > 0 && <Badge>{waiting[state]}</Badge>,
      }))}
    />
  )
}

/** `count`: undefined if it is not known how many of them this operator may approve. */
const approveAllText = (count: number | undefined) =>
  count === 1 ? 'Approve the exact match' : `Approve all ${count === undefined ? '' : `${count} `}exact matches`

/** Exact matches among the loaded lines that the operator may approve; undefined if others are not loaded. */
function approvableOf(counts: Waiting | undefined, loaded: readonly BankLine[]): number | undefined {
  const exact = loaded.filter(({ state, confidence }) => state === 'approve' && confidence === 'exact')
  return exact.length === counts?.exact ? exact.filter(({ obstacle }) => !obstacle).length : undefined
}

const LeftOut = ({ lines }: { lines: readonly BankLine[] }) =>
  lines.length > 0 && (
    <AlertBanner tone="warn" title={leftOutTitle(lines.length)}>
      <WarningList warnings={leftOutWarnings(lines)} />
    </AlertBanner>
  )

function useBulkApproval(counts: Waiting | undefined, loaded: readonly BankLine[]) {
  const [done, setDone] = useState({ count: 0, of: 0 })
  const together = useBulkApprove((count) => setDone((before) => ({ ...before, count })))
  const exact = counts?.exact ?? 0
  const exactMatches = useExactMatches()
  const [confirming, setConfirming] = useState(false)
  const { isPending, data } = together
  const error = together.error ?? exactMatches.error
  const press = () => exactMatches.mutate(undefined, { onSuccess: ({ lines: some }) => setConfirming(some.length > 0) })
  const { lines, leftOut } = exactMatches.data ?? { lines: [], leftOut: [] }
  const approvable = approvableOf(counts, loaded)
  const confirm = () => {
    setConfirming(false)
    setDone({ count: 0, of: lines.length })
    together.mutate(lines)
  }
  return {
    dialog: (
      <ConfirmDialog
        open={confirming}
        title={approveAllText(lines.length)}
        sentence={`${exactText(totalsOf(lines))} A decision cannot be undone.`}
        payments={confirmedOf(lines)}
        action="Approve"
        loadingText="Approving"
        isSending={false}
        onConfirm={confirm}
        onClose={() => setConfirming(false)}
      >
        <LeftOut lines={leftOut} />
      </ConfirmDialog>
    ),
    button: counts && (exact > 0 || isPending) && (
      <span className={styles.together}>
        {isPending ? (
          <ProgressBar label="Approving exact matches" percent={done.of > 0 ? (100 * done.count) / done.of : 0} />
        ) : (
          [
            exactText(counts),
            approvable !== undefined && approvable > 0 && approvable < exact && youCanApprove(approvable),
          ]
            .filter(Boolean)
            .join(' ')
        )}
        {(approvable !== 0 || isPending) && (
          <Button
            icon={<CheckCheck size={16} aria-hidden="true" />}
            loading={isPending || exactMatches.isPending}
            loadingText={isPending ? 'Approving' : 'Checking'}
            onClick={press}
          >
            {approveAllText(approvable)}
          </Button>
        )}
      </span>
    ),
    mayApprove: approvable !== 0,
    outcome: (
      <div className={styles.notices}>
        {error && <AlertBanner tone="error">{errorMessage(error)}</AlertBanner>}
        {!confirming && !data && exactMatches.isSuccess && lines.length === 0 && <LeftOut lines={leftOut} />}
        {data && (
          <AlertBanner
            tone={data.rejected.length + data.unknown + data.notSent > 0 ? 'warn' : 'success'}
            title={bulkResultText(data)}
            onDismiss={together.reset}
          >
            {data.error !== undefined && <p>{errorMessage(data.error, 'the list below')}</p>}
            {data.rejected.length > 0 && (
              <WarningList
                warnings={data.rejected.map(({ line, message }) => ({ text: `${line.payment?.name}: ${message}` }))}
              />
            )}
          </AlertBanner>
        )}
      </div>
    ),
  }
}
