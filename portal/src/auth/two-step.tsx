import { authErrors } from '@sauda/contract/auth'
import { StatusPill } from '@sauda/ui/badge'
import { Button } from '@sauda/ui/button'
import { Card } from '@sauda/ui/card'
import { Loaded } from '@sauda/ui/error-state'
import { PasswordField } from '@sauda/ui/password-field'
import { SkeletonText } from '@sauda/ui/skeleton'
import { TextField } from '@sauda/ui/text-field'
import { useState } from 'react'
import { Dialog } from '@sauda/ui/dialog'
import { savedToast } from '../shell/toast.ts'
import { useBusy, type Busy } from '@sauda/web/hooks'
import styles from './auth.module.css'
import { authText } from './auth.text.ts'
import { removeTwoStep, useRefreshSecurity, useTwoStep } from './security.api.ts'
import { SecurityForm, useSecurityForm } from './security-form.tsx'
import { TwoStepOn } from './two-step-on.tsx'

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
      <Loaded
        query={status}
        loading={
          <div className={styles.coming}>
            <SkeletonText label="Loading..." lines={2} />
          </div>
        }
        failed="Your two-step login status could not be loaded"
      >
        {({ recoveryCodesLeft }) => (
          <>
            <p className={styles.lead}>{on ? authText.twoStepOn(codesLeft(recoveryCodesLeft)) : authText.twoStepOff}</p>
            <div>
              <Button variant="secondary" onClick={() => setOpen(on ? 'off' : 'on')}>
                {on ? 'Turn off' : 'Turn on'}
              </Button>
            </div>
          </>
        )}
      </Loaded>
      <TwoStepOn open={open === 'on'} onClose={close} />
      <TwoStepOff open={open === 'off'} onClose={close} />
    </Card>
  )
}

function codesLeft(count: number): string {
  if (count === 0) return 'No recovery codes are left: turn two-step login off and on again for new ones.'
  return count === 1 ? '1 recovery code is left.' : authText.recoveryCodes(count)
}

function TwoStepOff({ open, onClose }: { open: boolean; onClose: () => void }) {
  const pending = useBusy()
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      busy={pending[0]}
      title="Turn off two-step login"
      description="You’ll log in with your password alone. Your recovery codes will stop working."
    >
      <TurnOffForm pending={pending} onDone={onClose} />
    </Dialog>
  )
}

function TurnOffForm({ pending, onDone }: { pending: Busy; onDone: () => void }) {
  const refresh = useRefreshSecurity()
  const { field, ...form } = useSecurityForm({
    empty: { password: '', code: '' },
    check: ({ password, code }) => ({
      password: !password && authText.missingPassword,
      code: !code.trim() && authText.missingCode,
    }),
    rejectedField: (message) => {
      if (message === authErrors.wrongPassword.message) return 'password'
      return message === authErrors.totpWrong.message ? 'code' : undefined
    },
    pending,
    send: async ({ password, code }) => {
      await removeTwoStep({ password, code: code.replaceAll(/\s/g, '') })
      refresh()
      savedToast('Two-step login is off')
      onDone()
    },
  })
  return (
    <SecurityForm action="Turn off" variant="danger" {...form}>
      <PasswordField label="Your password" autoComplete="current-password" {...field('password')} />
      <TextField
        label="Code from the app, or a recovery code"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        {...field('code')}
      />
    </SecurityForm>
  )
}
