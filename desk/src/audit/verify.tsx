import { AlertBanner } from '@sauda/ui/alert-banner'
import { Button } from '@sauda/ui/button'
import { ShieldCheck } from 'lucide-react'
import { faultText } from '../shell/fault.ts'
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
        loadingText="Checking every row"
        onClick={() => verify.mutate()}
      >
        Verify
      </Button>
      {verify.error && <AlertBanner tone="error">{faultText(verify.error)}</AlertBanner>}
      {verify.data?.ok && (
        <AlertBanner
          tone="success"
          title="The log is whole"
        >{`${counted.format(verify.data.rows)} rows fit, from the first to the last sealed one.`}</AlertBanner>
      )}
      {verify.data && !verify.data.ok && (
        <AlertBanner tone="error" title={`Row ${verify.data.brokenAt ?? 'unknown'} does not fit`}>
          {verify.data.fault ?? 'It was changed, removed or added behind the product’s back.'}{' '}
          {`${counted.format(verify.data.rows)} rows before it fit. Keep the database as it is and look at its backups.`}
        </AlertBanner>
      )}
    </div>
  )
}
