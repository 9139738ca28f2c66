import { Button } from '@sauda/ui/button'
import { useBusy } from '../shell/use-busy.ts'
import styles from './auth.module.css'
import { useCoolDown } from './use-cool-down.ts'

/** Asks for another code, with the wait in sight; `resend` is true when a code was sent. */
export function Resend({ resend }: { resend: () => Promise<boolean> }) {
  const { left, start } = useCoolDown()
  const [busy, run] = useBusy()
  const press = () =>
    run(async () => {
      if (await resend()) start()
    })
  return (
    <p className={styles.resend}>
      No code yet?
      {left > 0 ? (
        <span className="tabular">You can ask again in {left} s</span>
      ) : (
        <Button variant="ghost" size="small" loading={busy} onClick={() => void press()}>
          Send again
        </Button>
      )}
    </p>
  )
}
