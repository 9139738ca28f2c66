import { AlertBanner } from '@sauda/ui/alert-banner'
import { Button } from '@sauda/ui/button'
import { useState } from 'react'

/**
 * The version that approving sends: of what the operator saw first or checked again, because a live update must not
 * replace it unseen.
 */
export function useSeenVersion(version: string) {
  const [seen, setSeen] = useState(version)
  const changed = seen !== version && (
    <AlertBanner
      tone="warn"
      title="This request or its evidence has changed"
      action={
        <Button variant="secondary" size="small" onClick={() => setSeen(version)}>
          I have checked it again
        </Button>
      }
    >
      Check what is shown now before you approve it.
    </AlertBanner>
  )
  return { seen, changed }
}
