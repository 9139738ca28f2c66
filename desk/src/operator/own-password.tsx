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
        <AlertBanner tone="warn" title="Somebody else knows your password">
          It was made up and handed to you. Choose one of your own.
        </AlertBanner>
      )}
      {changed && (
        <AlertBanner tone="success" title="Password changed">
          Every other session of yours was ended.
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
