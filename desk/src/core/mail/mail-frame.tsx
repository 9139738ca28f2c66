import type { Call } from '@sauda/contract/platform/call'
import { urlOf } from '@sauda/web/http'
import styles from './mail.module.css'

interface MailFrameProps {
  call: Call & { reply: 'page' }
  id: string
  subject: string
}

/** The server forbids scripts in it as well; links open a new tab. */
export const MailFrame = ({ call, id, subject }: MailFrameProps) => (
  <iframe
    className={styles.frame}
    title={subject}
    src={urlOf(call.path, { params: { id } })}
    sandbox="allow-popups allow-popups-to-escape-sandbox"
  />
)
