import {
  type SentFile,
  sentFileCalls,
  type SentFileKind,
  sentFileKindNames,
  sentFileKinds,
  sentFileRules,
  sentFileStates,
} from '@sauda/contract/core/sent-file'
import { keysOf } from '@sauda/contract/platform/field'
import { EmptyState } from '@sauda/ui/empty-state'
import { Select } from '@sauda/ui/select'
import { DateTime } from '@sauda/web/date-time'
import { Link, useSearchParams } from 'react-router'
import { fetchFile, usePages } from '../../shell/api.ts'
import { DownloadFile } from '../../shell/download-file.tsx'
import { Faint, Lines, rowLink, twoLines } from '../../shell/lines.tsx'
import { useCan } from '../../shell/me.ts'
import { Page } from '../../shell/page.tsx'
import { statusPill } from '../../shell/pills.tsx'
import { withText } from '../../shell/search-field.tsx'
import { column, type ColumnsOf, endColumn, headColumn, QueryList } from '../../shell/table.tsx'
import layout from '../../shell/layout.module.css'

/** The page where files of a kind are sent. */
const pages: Readonly<Record<SentFileKind, string>> = {
  exchange: '/trade/files',
  trade: '/trade/import',
  levy: '/trade/charges',
  stt: '/trade/charges',
  'fair-value': '/trade/prices',
  security: '/trade/instruments',
  price: '/trade/prices',
  clearing: '/trade/settlement',
  holding: '/trade/holdings',
  statement: '/reconciliation/import',
  answer: '/payouts',
  client: '/clients/import',
  calendar: '/payouts/calendar',
}

const states = keysOf(sentFileStates)
const StatePill = statusPill<SentFile['status']>({
  waiting: ['warn', sentFileStates.waiting],
  counted: ['success', sentFileStates.counted],
  replaced: ['neutral', sentFileStates.replaced],
  rejected: ['error', sentFileStates.rejected],
  lapsed: ['neutral', sentFileStates.lapsed],
  removed: ['neutral', sentFileStates.removed],
})

/** Nobody has decided about a file that waits. */
const decisions: Readonly<Record<Exclude<SentFile['status'], 'waiting'>, string>> = {
  counted: 'approved',
  replaced: 'approved',
  rejected: 'rejected',
  lapsed: 'ended',
  removed: 'removed',
}

const columns: ColumnsOf<SentFile> = [
  headColumn('File', 'lead', ({ name, kind }) => twoLines(rowLink(pages[kind], name), sentFileKinds[kind].name)),
  column('About', 'under', ({ about }) => about),
  column('Status', 'figure', ({ status, proposalId }) => (
    <Lines>
      <StatePill status={status} />
      {proposalId && <Link to={`/proposal/${proposalId}`}>Open the case</Link>}
    </Lines>
  )),
  column('By', 'line', ({ sentBy, decidedBy, status }) =>
    twoLines(sentBy, decidedBy && status !== 'waiting' && `${decisions[status]} by ${decidedBy}`),
  ),
  endColumn('Date and time', 'line', ({ at }) => <DateTime at={at} />),
  column('SHA-256', 'line', ({ sha256 }) =>
    sha256 ? (
      <span className="tabular" title={sha256}>
        {`${sha256.slice(0, 12)}…`}
      </span>
    ) : (
      <Faint>Deleted once decided</Faint>
    ),
  ),
  endColumn('Original', 'line', ({ _id, kind, name, kept }) =>
    kept ? (
      <DownloadFile
        label={`Download ${name}`}
        brief="Download"
        variant="ghost"
        load={() => fetchFile(sentFileCalls.content, { params: { kind, fileId: _id } })}
      />
    ) : (
      <Faint>Not kept</Faint>
    ),
  ),
]

/** Every file that operators sent, of the formats that the operator may see. */
export function SentFilesPage() {
  const can = useCan()
  const [address, setAddress] = useSearchParams()
  const kinds = sentFileKindNames.filter((kind) => can(sentFileKinds[kind].right))
  const kind = kinds.find((each) => each === address.get('kind'))
  const status = states.find((each) => each === address.get('status'))
  const query = usePages(
    sentFileCalls.list,
    { query: { ...(kind && { kind }), ...(status && { status }) } },
    { nextOf: ({ files }) => (files.length < sentFileRules.pageRows ? undefined : files.at(-1)?._id), keep: true },
  )
  const filter = (name: string, value: string) => setAddress(withText(address, name, value), { replace: true })
  return (
    <Page title="Files" description="Every file that operators sent, who decided, and its original bytes.">
      <div className={layout.screen}>
        <div className={layout.filters}>
          <Select
            label="Kind"
            value={kind ?? ''}
            options={[
              { value: '', label: 'All kinds' },
              ...kinds.map((value) => ({ value, label: sentFileKinds[value].name })),
            ]}
            onChange={(event) => filter('kind', event.target.value)}
          />
          <Select
            label="Status"
            value={status ?? ''}
            options={[
              { value: '', label: 'Every status' },
              ...states.map((value) => ({ value, label: sentFileStates[value] })),
            ]}
            onChange={(event) => filter('status', event.target.value)}
          />
        </div>
        <QueryList
          label="Files"
          query={query}
          rowsOf={(data) => data.pages.flatMap(({ files }) => files)}
          columns={columns}
          empty={
            <EmptyState title="No files">
              Files are sent on the pages of trades, reconciliation, payouts and clients.
            </EmptyState>
          }
        />
      </div>
    </Page>
  )
}
