import { StatusPill } from '@sauda/ui/badge'
import { Button } from '@sauda/ui/button'
import { Card } from '@sauda/ui/card'
import { Loaded } from '@sauda/ui/error-state'
import { SkeletonText } from '@sauda/ui/skeleton'
import styles from './auth.module.css'
import { authText } from './auth.text.ts'
import { useTwoStep } from './security.api.ts'

export function TwoStep({ onOpen }: { onOpen: (dialog: 'on' | 'off') => void }) {
  const status = useTwoStep()
  const on = status.data?.on ?? false
  return (
    <Card
      title="Two-step login"
      aside={status.data && <StatusPill tone={on ? 'success' : 'neutral'}>{on ? 'On' : 'Off'}</StatusPill>}
    >
      <Loaded
        query={status}
        loading={
          <div className={styles.coming}>
            <SkeletonText label="Loading..." lines={2} />
          </div>
        }
        failed="Your two-step login status could not be loaded."
        look="line"
      >
        {({ recoveryCodesLeft }) => (
          <>
            <p className="soft balance">
              {on ? authText.twoStepOn(codesLeft(recoveryCodesLeft)) : authText.twoStepOff}
            </p>
            <div>
              <Button variant="secondary" size="small" onClick={() => onOpen(on ? 'off' : 'on')}>
                {on ? 'Turn off' : 'Turn on'}
              </Button>
            </div>
          </>
        )}
      </Loaded>
    </Card>
  )
}

function codesLeft(count: number): string {
  if (count === 0) return 'No recovery codes are left: turn two-step login off and on again for new ones.'
  return count === 1 ? '1 recovery code is left.' : authText.recoveryCodes(count)
}
