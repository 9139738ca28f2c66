import { Button } from '@sauda/ui/button'
import { useBusy } from '@sauda/web/use-busy'
import styles from './auth.module.css'
import { useCoolDown } from './use-cool-down.ts'

/** Asks for another code, with the wait since the last one (`sentAt`, milliseconds) in sight. */
export function Resend({ sentAt, onResend }: { sentAt: number; onResend: () => Promise<unknown> }) {
  const left = useCoolDown(sentAt)
  const [busy, run] = useBusy()
  return (
    <p className={styles.resend}>
      No code yet?
      {left > 0 ? (
        <span className="tabular">{`You can ask again in ${left} s`}</span>
      ) : (
        <Button variant="ghost" size="small" loading={busy} onClick={() => void run(onResend)}>
          Send again
        </Button>
      )}
    </p>
  )
}
