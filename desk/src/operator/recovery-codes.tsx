import { AlertBanner } from '@sauda/ui/alert-banner'
import { Button } from '@sauda/ui/button'
import { Checkbox } from '@sauda/ui/checkbox'
import { useState } from 'react'
import { CopyButton } from '@sauda/web/copy-button'
import styles from './totp-setup.module.css'

/** The codes that stand in for a lost phone: shown this once. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const [kept, setKept] = useState(false)
  return (
    <div className={styles.form}>
      <AlertBanner tone="success" title="Two-step login is on">
        Save these recovery codes in a safe place. Each works once if you cannot use the app. They will not be shown
        again.
      </AlertBanner>
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <CopyButton text={codes.join('\n')} name="Copy all codes" done="All codes copied" variant="secondary" named />
      <Checkbox
        label="I have saved the codes"
        checked={kept}
        onChange={(event) => setKept(event.currentTarget.checked)}
      />
      <Button disabled={!kept} onClick={onDone}>
        Continue
      </Button>
    </div>
  )
}
