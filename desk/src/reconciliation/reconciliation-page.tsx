import { type LineState, lineStates } from '@sauda/contract/reconciliation'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { Badge } from '@sauda/ui/badge'
import { Button, buttonClass } from '@sauda/ui/button'
import { Card } from '@sauda/ui/card'
import { EmptyState } from '@sauda/ui/empty-state'
import { More } from '@sauda/ui/more'
import { ProgressBar } from '@sauda/ui/progress-bar'
import { TabNav } from '@sauda/ui/page-header'
import { errorMessage } from '@sauda/web/api-error'
import { CheckCheck } from 'lucide-react'
import { type RefObject, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useAddressText } from '../shell/address-text.ts'
import { KeyHint } from '../shell/lines.tsx'
import { useListKeys, useShortcuts } from '../shell/shortcut.ts'
import { NotLoaded } from '../shell/loaded.tsx'
import { useCan } from '../shell/me.ts'
import { Page } from '../shell/page.tsx'
import { SearchField } from '../shell/search-field.tsx'
import { LineTable } from './line-table.tsx'
import { useBulkApprove, useLines, type Waiting } from './reconciliation.api.ts'
import { bulkResultText, exactText, stateText } from './words.ts'
import styles from './reconciliation.module.css'
import layout from '../shell/layout.module.css'

export function ReconciliationPage() {
  const can = useCan()
  return (
    <Page
      title="Reconciliation"
      right="ledger.read"
      description="Bank entries matched with client requests. Nothing is credited until an operator approves it."
      actions={
        can('wallet.approve') && (
          <Link className={buttonClass('secondary')} to="/reconciliation/import">
            Import statement
          </Link>
        )
      }
    >
      <Lines />
    </Page>
  )
}

const isState = (text: string | null): text is LineState => lineStates.some((state) => state === text)

function Lines() {
  const [address] = useSearchParams()
  const asked = address.get('show')
  const show = isState(asked) ? asked : 'approve'
  const { typed, type, settled } = useAddressText('search')
  const query = useLines(show, settled)
  const counts = query.data?.pages[0]?.counts
  const together = useBulkApproval(counts)
  const list = useListKeys<HTMLDivElement>('List')
  useApproveKey(list)
  const rows = query.data?.pages.flatMap(({ lines }) => lines) ?? []
  return (
    <>
      <StateTabs show={show} counts={counts} searching={settled !== ''} />
      <div className={layout.bar}>
        <SearchField
          label="Find a line"
          hint="UTR, reference, request or amount"
          value={typed}
          busy={query.isFetching && !query.isFetchingNextPage && settled !== ''}
          onValueChange={type}
        />
        {show === 'approve' && settled === '' && together.button}
      </div>
      {together.outcome}
      <Card flush>
        <div ref={list}>
          {query.isError && !query.data ? (
            <NotLoaded query={query} what="the lines" />
          ) : (
            <LineTable
              label={settled === '' ? stateText[show].tab : 'Lines found'}
              lines={rows}
              approvable={show === 'approve' && settled === ''}
              loading={query.isPending && 'Loading the lines'}
              empty={<Nothing show={show} search={settled} onClear={() => type('')} />}
              footer={query.hasNextPage && <More list={query} label="Show more" />}
            />
          )}
        </div>
      </Card>
      <Keys approvable={show === 'approve'} />
    </>
  )
}

/** a approves the exact match in focus. */
function useApproveKey(list: RefObject<HTMLElement | null>): void {
  const press = () => {
    const row = list.current?.contains(document.activeElement) ? document.activeElement?.closest('tr') : null
    row?.querySelector<HTMLButtonElement>('[data-approve]')?.click()
  }
  useShortcuts('Reconciliation', [{ keys: ['a'], does: 'Approve the exact match in focus', run: press }])
}

interface StateTabsProps {
  show: LineState
  counts: Waiting | undefined
  searching: boolean
}

function StateTabs({ show, counts, searching }: StateTabsProps) {
  const waiting: Partial<Record<LineState, number | undefined>> = {
    approve: counts?.approve,
    exception: counts?.exception,
  }
  return (
    <TabNav label="Lines">
      {lineStates.map((state) => (
        <Link
          key={state}
          to={state === 'approve' ? '/reconciliation' : `/reconciliation?show=${state}`}
          replace
          aria-current={state === show && !searching ? 'page' : undefined}
        >
          {stateText[state].tab} {(waiting[state] ?? 0) > 0 && <Badge>{waiting[state]}</Badge>}
        </Link>
      ))}
    </TabNav>
  )
}

function Nothing({ show, search, onClear }: { show: LineState; search: string; onClear: () => void }) {
  if (search === '') return <EmptyState title={stateText[show].empty}>{stateText[show].emptyNote}</EmptyState>
  return (
    <EmptyState
      title="No line matches"
      action={
        <Button variant="secondary" onClick={onClear}>
          Show all lines
        </Button>
      }
    >
      Searched references, requests and amounts for “{search}”.
    </EmptyState>
  )
}

function Keys({ approvable }: { approvable: boolean }) {
  return (
    <p className={layout.keys}>
      <KeyHint keys={['j', 'k']}>move</KeyHint>
      <KeyHint keys={['↵']}>open</KeyHint>
      {approvable && <KeyHint keys={['a']}>approve</KeyHint>}
    </p>
  )
}

function useBulkApproval(counts: Waiting | undefined) {
  const [done, setDone] = useState({ count: 0, of: 0 })
  const together = useBulkApprove((count) => setDone((before) => ({ ...before, count })))
  const exact = counts?.exact ?? 0
  const { isPending, data, error } = together
  const press = () => {
    setDone({ count: 0, of: exact })
    together.mutate()
  }
  return {
    button: counts && (exact > 0 || isPending) && (
      <span className={styles.together}>
        {isPending ? (
          <ProgressBar label="Approving exact matches" percent={done.of > 0 ? (100 * done.count) / done.of : 0} />
        ) : (
          exactText(counts)
        )}
        <Button
          icon={<CheckCheck size={16} aria-hidden="true" />}
          loading={isPending}
          loadingText="Approving"
          onClick={press}
        >
          {exact === 1 ? 'Approve the exact match' : `Approve all ${exact} exact matches`}
        </Button>
      </span>
    ),
    outcome: (
      <div className={styles.notices}>
        {error && <AlertBanner tone="error">{errorMessage(error)}</AlertBanner>}
        {data && (
          <AlertBanner
            tone={data.refused.length > 0 ? 'warn' : 'success'}
            title={bulkResultText(data)}
            onDismiss={together.reset}
          >
            {data.refused.length > 0 && (
              <ul className={layout.warnings}>
                {data.refused.map(({ line, message }) => (
                  <li key={line._id}>
                    {line.payment?.name}: {message}
                  </li>
                ))}
              </ul>
            )}
          </AlertBanner>
        )}
      </div>
    ),
  }
}
