import { ChangeContact, type ContactKind } from './change-contact.tsx'
import { ChangePassword } from './change-password.tsx'
import { TwoStepOff } from './two-step-off.tsx'
import { TwoStepOn } from './two-step-on.tsx'

export type SecurityDialog = 'password' | ContactKind | 'on' | 'off'

interface SecurityDialogsProps {
  open: SecurityDialog | undefined
  email: string
  onContactChanged: () => void
  onClose: () => void
}

/** Their schemas and forms are not needed at first view, so they are one part. */
export function SecurityDialogs({ open, email, onContactChanged, onClose }: SecurityDialogsProps) {
  return (
    <>
      <ChangePassword open={open === 'password'} email={email} onClose={onClose} />
      {(open === 'email' || open === 'mobile') && (
        <ChangeContact kind={open} email={email} onChanged={onContactChanged} onClose={onClose} />
      )}
      <TwoStepOn open={open === 'on'} onClose={onClose} />
      <TwoStepOff open={open === 'off'} onClose={onClose} />
    </>
  )
}
