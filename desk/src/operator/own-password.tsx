import { AlertBanner } from '@sauda/ui/alert-banner'
import { Button } from '@sauda/ui/button'
import { Card } from '@sauda/ui/card'
import { useState } from 'react'
import { ChangePassword } from './change-password.tsx'

/** The operator's password; the one that was handed over is to be replaced. */
export function OwnPassword({ handedOut }: { handedOut: boolean }) {
  const [changing, setChanging] = useState(false)
  const [changed, setChanged] = useState(false)
  return (
    <Card
      title="Password"
      aside={
        <Button variant="secondary" onClick={() => setChanging(true)}>
          Change<span className="visually-hidden"> password</span>
        </Button>
      }
    >
      {handedOut && (
        <AlertBanner tone="warn" title="Your password was set by someone else">
          Choose a new password that only you know.
        </AlertBanner>
      )}
      {changed && (
        <AlertBanner tone="success" title="Password changed">
          All your other sessions were logged out.
        </AlertBanner>
      )}
      <ChangePassword
        open={changing}
        onClose={() => setChanging(false)}
        onChanged={() => {
          setChanging(false)
          setChanged(true)
        }}
      />
    </Card>
  )
}
