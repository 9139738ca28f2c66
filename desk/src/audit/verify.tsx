import { AlertBanner } from '@sauda/ui/alert-banner'
import { Button } from '@sauda/ui/button'
import { ShieldCheck } from 'lucide-react'
import { errorMessage } from '@sauda/web/api-error'
import { useVerify } from './audit.api.ts'
import styles from './audit-page.module.css'

const counted = new Intl.NumberFormat('en-IN')

/** Recomputes the chain that seals the log. */
export function Verify() {
  const verify = useVerify()
  return (
    <div className={styles.verify}>
      <Button
        variant="secondary"
        icon={<ShieldCheck size={16} aria-hidden="true" />}
        loading={verify.isPending}
        loadingText="Verifying every record"
        onClick={() => verify.mutate()}
      >
        Verify
      </Button>
      {verify.error && <AlertBanner tone="error">{errorMessage(verify.error)}</AlertBanner>}
      {verify.data?.ok && (
        <AlertBanner
          tone="success"
          title="Audit trail intact"
        >{`${counted.format(verify.data.rows)} records verified, from the first to the last sealed one.`}</AlertBanner>
      )}
      {verify.data && !verify.data.ok && (
        <AlertBanner tone="error" title={`Row ${verify.data.brokenAt ?? 'unknown'} failed verification`}>
          {verify.data.fault ?? 'It was changed, removed or inserted directly in the database.'}{' '}
          {`${counted.format(verify.data.rows)} records before it are verified. Leave the database unchanged and compare it with its backups.`}
        </AlertBanner>
      )}
    </div>
  )
}
