import { formatCount } from '@sauda/contract/platform/decimal'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { Button } from '@sauda/ui/button'
import { Card } from '@sauda/ui/card'
import { EmptyState } from '@sauda/ui/empty-state'
import { More } from '@sauda/ui/more'
import { Select } from '@sauda/ui/select'
import { SkeletonText } from '@sauda/ui/skeleton'
import { Row, Stack } from '@sauda/ui/stack'
import { errorMessage } from '@sauda/web/api-error'
import { DateTime } from '@sauda/web/date-time'
import { useIsPhone, useMedia } from '@sauda/web/hooks'
import { ChevronDown, RefreshCw, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { AddressDays, AddressText, daysIn, useAddressText, withText } from '../../shell/search-field.tsx'
import { DownloadFile } from '../../shell/download-file.tsx'
import { useListKeys } from '../../shell/shortcut.ts'
import { Loaded } from '../../shell/loaded.tsx'
import { useCan } from '../../shell/me.ts'
import { Page } from '../../shell/page.tsx'
import { type AuditRow, loadAuditFile, useAudit, useVerify } from './audit.api.ts'
import { Changes, isKey } from './changes.tsx'
import { actionNames, actionText, actorText, rowText } from './audit.text.ts'
import layout from '../../shell/layout.module.css'
import styles from './audit.module.css'
import { countText } from '../../shell/format.ts'

export const AuditPage = () => (
  <Page title="Audit" right="audit.read" description="Operator actions and security events, newest first.">
    <Log />
  </Page>
)

function Log() {
  const [address, setAddress] = useSearchParams()
  const subject = useAddressText('subject')
  const actor = useAddressText('actor')
  const filter = {
    action: address.get('action') ?? undefined,
    subjectId: subject.settled || undefined,
    actorId: actor.settled || undefined,
    ...daysIn(address),
  }
  const query = useAudit(filter)
  const [isOpen, setOpen] = useState([...address].length > 0)
  const isPhone = useIsPhone()
  const isWide = useMedia('(min-width: 75rem)')
  const list = useListKeys<HTMLUListElement>('List')
  return (
    <>
      <Stack gap={3} className={styles.tools}>
        <Row gap={2}>
          {!isWide && (
            <Button variant="secondary" size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              Filters
            </Button>
          )}
          <Verify />
          {!isPhone && (
            <Button
              variant="secondary"
              size="small"
              icon={<RefreshCw size={16} aria-hidden="true" />}
              loading={query.isRefetching}
              onClick={() => void query.refetch()}
            >
              Refresh
            </Button>
          )}
          <DownloadFile label="Download CSV" load={() => loadAuditFile(filter)} />
          {[...address].length > 0 && (
            <Button variant="ghost" size="small" onClick={() => setAddress({}, { replace: true })}>
              Show all
            </Button>
          )}
        </Row>
        {(isWide || isOpen) && <AuditFilters subject={subject} actor={actor} />}
      </Stack>
      <Card flush>
        <Loaded
          query={query}
          what="the audit trail"
          loading={
            <div className={styles.next}>
              <SkeletonText label="Loading the audit trail" lines={8} />
            </div>
          }
        >
          {({ pages }) => (
            <ul ref={list} className={styles.rows}>
              {runsOf(pages.flatMap(({ rows }) => rows)).map((run) => (
                <AuditRun key={run[0]?.id} run={run} />
              ))}
            </ul>
          )}
        </Loaded>
        {query.data?.pages[0]?.rows.length === 0 && (
          <EmptyState
            title="No records match"
            action={
              <Button variant="secondary" onClick={() => setAddress({}, { replace: true })}>
                Show all records
              </Button>
            }
          />
        )}
        {query.hasNextPage && (
          <div className={styles.next}>
            <More list={query} label="Show more" />
          </div>
        )}
      </Card>
    </>
  )
}

/** Verifies the hash chain of the audit trail. */
function Verify() {
  const verify = useVerify()
  return (
    <>
      <Button
        variant="secondary"
        size="small"
        icon={<ShieldCheck size={16} aria-hidden="true" />}
        loading={verify.isPending}
        loadingText="Verifying every record"
        onClick={() => verify.mutate({})}
      >
        Verify trail
      </Button>
      <div className={styles.verified}>
        {verify.error && <AlertBanner tone="error">{errorMessage(verify.error)}</AlertBanner>}
        {verify.data?.ok && (
          <AlertBanner tone="success" title="Audit trail intact">
            {`${formatCount(verify.data.rows)} records verified, from the first to the last sealed one, and compared with ${countText(verify.data.heads ?? 0, 'head')} outside the database.`}
            {verify.data.others !== undefined && ` The head log also has ${verify.data.others}.`}
          </AlertBanner>
        )}
        {verify.data && !verify.data.ok && (
          <AlertBanner
            tone="error"
            title={
              verify.data.brokenAt === 'head log'
                ? 'The audit log differs from its head log'
                : `Row ${verify.data.brokenAt ?? 'unknown'} failed verification`
            }
          >
            {verify.data.fault ?? 'It was changed, removed or inserted directly in the database.'}{' '}
            {`${formatCount(verify.data.rows)} records before it are verified. Leave the database unchanged and compare it with its backups.`}
          </AlertBanner>
        )}
      </div>
    </>
  )
}

/** The filter is part of the address, so that it can be shared. */
function AuditFilters({ subject, actor }: Record<'subject' | 'actor', ReturnType<typeof useAddressText>>) {
  const [address, setAddress] = useSearchParams()
  const action = address.get('action') ?? ''
  const known = Object.keys(actionNames)
  const offered = action === '' || known.includes(action) ? known : [action, ...known]
  return (
    <div className={layout.filters}>
      <Select
        label="Action"
        value={action}
        options={[
          { value: '', label: 'All actions' },
          ...offered.map((value) => ({ value, label: actionText(value) })),
        ]}
        onChange={(event) => setAddress(withText(address, 'action', event.target.value), { replace: true })}
      />
      <AddressText label="About" placeholder="Client ID or email" search={subject} />
      <AddressText label="By" placeholder="Email" search={actor} />
      <AddressDays from="From" to="To" />
    </div>
  )
}

/** Frequent actions, shown as one line where they follow each other. */
const folded = new Set(['auth.login', 'auth.logout', 'operator.login', 'kyc.view', 'queue.take', 'queue.release'])

/** Consecutive actions of one kind by one person. */
function runsOf(rows: readonly AuditRow[]): AuditRow[][] {
  const runs: AuditRow[][] = []
  for (const row of rows) {
    const run = runs.at(-1)
    const [first] = run ?? []
    const isSame = first?.action === row.action && first.actorId === row.actorId
    if (run && isSame && folded.has(row.action)) run.push(row)
    else runs.push([row])
  }
  return runs
}

function AuditRun({ run: [first, ...rest] }: { run: readonly AuditRow[] }) {
  const [isWhole, setWhole] = useState(false)
  if (!first) return null
  const isFolded = !isWhole && rest.length > 1
  return (
    <>
      <AuditLine row={first} />
      {!isFolded && rest.map((row) => <AuditLine key={row.id} row={row} />)}
      {isFolded && (
        <li className={styles.next}>
          <Button variant="ghost" size="small" data-item="" onClick={() => setWhole(true)}>
            {`${formatCount(rest.length)} more: ${rowText(first).toLowerCase()}, ${actorText(first)}`}
          </Button>
        </li>
      )}
    </>
  )
}

/** One line until it is opened. */
function AuditLine({ row }: { row: AuditRow }) {
  const can = useCan()
  const [isOpen, setOpen] = useState(false)
  const { id, at, action, actorId, subjectId, subjectName, subjectSaudaId, ip } = row
  const about = subjectId && `?${new URLSearchParams({ subject: subjectSaudaId ?? subjectId })}`
  const name = subjectName ?? (isKey.test(subjectId ?? '') ? undefined : subjectId)
  const link = about && <Link to={about}>{name ?? 'All its records'}</Link>
  const isOwn = actorId === subjectId
  return (
    <li className={styles.row} data-open={isOpen || undefined}>
      <span className={styles.when}>
        <DateTime at={at} exact />
      </span>
      <span className={styles.what}>
        <Link className={styles.action} to={`?${new URLSearchParams({ action })}`}>
          {rowText(row)}
        </Link>
        {link && !isOwn && (
          <span className={styles.subject}>
            {' '}
            {link}
            {subjectSaudaId && ` ${subjectSaudaId}`}
          </span>
        )}
      </span>
      <span className={styles.who}>{actorText(row)}</span>
      {action === 'request.refused' && !isOpen ? <span /> : <Changes row={row} brief={!isOpen} />}
      <button
        type="button"
        className={styles.open}
        aria-expanded={isOpen}
        aria-label={`Details of row ${id}`}
        data-item=""
        onClick={() => setOpen(!isOpen)}
      >
        <ChevronDown size={16} aria-hidden="true" />
      </button>
      {isOpen && (
        <p className={styles.more}>
          {`Row ${id}`}
          {ip !== undefined && ` · IP address ${ip}`}
          {subjectSaudaId && can('client.read') && (
            <>
              {' · '}
              <Link to={`/clients/${subjectId}`}>Client page</Link>
            </>
          )}
        </p>
      )}
    </li>
  )
}
