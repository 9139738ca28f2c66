import { AlertBanner } from '@sauda/ui/alert-banner'
import { Button } from '@sauda/ui/button'
import { Checkbox } from '@sauda/ui/checkbox'
import { Stack } from '@sauda/ui/stack'
import { useState } from 'react'
import { CopyButton } from './copy-button.tsx'
import styles from './web.module.css'

interface RecoveryCodesProps {
  title: string
  codes: readonly string[]
  onDone: () => void
}

/** Shown once, after the first second factor was set up. */
export function RecoveryCodes({ title, codes, onDone }: RecoveryCodesProps) {
  const [saved, setSaved] = useState(false)
  return (
    <Stack gap={4}>
      <AlertBanner tone="success" title={title}>
        Save these recovery codes in a safe place. Each logs you in once, without your phone. We won’t show them again.
      </AlertBanner>
      <ul className={styles.codes} aria-label="Recovery codes" translate="no">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div>
        <CopyButton text={codes.join('\n')} name="Copy all codes" done="All codes copied" variant="secondary" named />
      </div>
      <Checkbox
        label="I have saved the codes"
        checked={saved}
        onChange={(event) => setSaved(event.currentTarget.checked)}
      />
      <Button full disabled={!saved} onClick={onDone}>
        Done
      </Button>
    </Stack>
  )
}
