import { Card } from '@sauda/ui/card'
import { CopyButton } from '@sauda/web/copy-button'
import { formatDateTimeSeconds } from '@sauda/web/date-time'
import type { BoxMail } from './mail.api.ts'
import layout from '../shell/layout.module.css'
import styles from './mail.module.css'

export function Letter({ mail }: { mail: BoxMail }) {
  const code = codeIn(mail.text)
  return (
    <Card title={mail.subject} className={styles.letter}>
      <p className={`${layout.soft} ${styles.to}`}>{`To ${mail.to}, ${formatDateTimeSeconds(mail.createdAt)}`}</p>
      {code !== undefined && (
        <div className={styles.code}>
          <output>{code}</output>
          <CopyButton text={code} name="Copy code" done="Code copied" variant="secondary" named />
        </div>
      )}
      <p className={styles.text}>{mail.text}</p>
    </Card>
  )
}

/** The one-time code in a mail's text, if there is exactly one. */
export function codeIn(text: string): string | undefined {
  const codes = new Set(text.match(/(?<![\d.,])\d{6}(?![\d.,]*\d)/g))
  return codes.size === 1 ? [...codes][0] : undefined
}
