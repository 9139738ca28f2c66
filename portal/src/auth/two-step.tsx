import { Button } from '@sauda/ui/button'
import { StatusPill } from '@sauda/ui/badge'
import { Card } from '@sauda/ui/card'
import { ErrorState } from '@sauda/ui/error-state'
import { SkeletonText } from '@sauda/ui/skeleton'
import { useState } from 'react'
import styles from './auth.module.css'
import { useTwoStep } from './protect.api.ts'
import { TwoStepOff } from './two-step-off.tsx'
import { TwoStepOn } from './two-step-on.tsx'

/** Whether a login needs a second step, and the switch for it. */
export function TwoStep() {
  const status = useTwoStep()
  const [open, setOpen] = useState<'on' | 'off'>()
  const close = () => setOpen(undefined)
  const on = status.data?.on ?? false
  return (
    <Card
      title="Two-step login"
      aside={status.data && <StatusPill tone={on ? 'success' : 'neutral'}>{on ? 'On' : 'Off'}</StatusPill>}
    >
      {status.data ? (
        <>
          <p className={styles.lead}>
            {on
              ? `A login needs your password and a code from your authenticator app. ${left(status.data.recoveryCodesLeft)}`
              : 'A code from an authenticator app on your phone, besides your password. It keeps others out even when they know the password.'}
          </p>
          <div>
            <Button variant="secondary" onClick={() => setOpen(on ? 'off' : 'on')}>
              {on ? 'Turn off' : 'Turn on'}
            </Button>
          </div>
        </>
      ) : status.isPending ? (
        <div className={styles.coming}>
          <SkeletonText label="Loading..." lines={2} />
        </div>
      ) : (
        <ErrorState title="We could not look up whether it is on" query={status} />
      )}
      <TwoStepOn open={open === 'on'} onClose={close} />
      <TwoStepOff open={open === 'off'} onClose={close} />
    </Card>
  )
}

function left(codes: number): string {
  if (codes === 0) return 'No recovery code is left: turn it off and on again for new ones.'
  return codes === 1 ? '1 recovery code is left.' : `${codes} recovery codes are left.`
}
