import { Button } from '@sauda/ui/button'
import { Card } from '@sauda/ui/card'
import { EmptyState } from '@sauda/ui/empty-state'
import { More } from '@sauda/ui/more'
import { SkeletonText } from '@sauda/ui/skeleton'
import { RefreshCw } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { NotLoaded } from '../shell/loaded.tsx'
import { useAddressText } from '../shell/address-text.ts'
import { useListKeys } from '../shell/list-keys.ts'
import { Page } from '../shell/page.tsx'
import { AuditFilters } from './audit-filters.tsx'
import { AuditLine } from './audit-line.tsx'
import { useAudit } from './audit.api.ts'
import { Verify } from './verify.tsx'
import styles from './audit-page.module.css'

/** Who did what to whom. */
export function AuditPage() {
  return (
    <Page
      title="Audit"
      right="audit.read"
      description="Every operator action and security event, newest first. Records are never changed or deleted."
    >
      <Verify />
      <Log />
    </Page>
  )
}

function Log() {
  const [address, setAddress] = useSearchParams()
  const subject = useAddressText('subject')
  const query = useAudit({ action: address.get('action') ?? undefined, subjectId: subject.settled || undefined })
  const list = useListKeys<HTMLUListElement>('List')
  const rows = query.data?.pages.flatMap((page) => page.rows) ?? []
  return (
    <>
      <div className={styles.bar}>
        <AuditFilters subject={subject.typed} onSubject={subject.type} />
        <Button
          variant="secondary"
          size="small"
          icon={<RefreshCw size={16} aria-hidden="true" />}
          loading={query.isRefetching}
          onClick={() => void query.refetch()}
        >
          Refresh
        </Button>
      </div>
      <Card flush>
        {query.isPending && (
          <div className={styles.coming}>
            <SkeletonText label="Loading the audit trail" lines={8} />
          </div>
        )}
        {query.isError && !query.data && <NotLoaded query={query} failed="The audit trail could not be loaded" />}
        {query.data && rows.length === 0 && (
          <EmptyState
            title="No records match"
            action={
              <Button variant="secondary" onClick={() => setAddress({}, { replace: true })}>
                Show all records
              </Button>
            }
          />
        )}
        <ul ref={list} className={styles.rows}>
          {rows.map((row) => (
            <AuditLine key={row.id} row={row} />
          ))}
        </ul>
        {query.hasNextPage && (
          <div className={styles.more}>
            <More list={query} label="Show more" />
          </div>
        )}
      </Card>
    </>
  )
}
