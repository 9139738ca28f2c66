import type { Call, Reply } from '@sauda/contract/platform/call'
import { urlOf } from '@sauda/web/http'
import { PreviewFrame } from '../../shell/preview-frame.tsx'
import styles from './mail.module.css'
import { mailCalls } from '@sauda/contract/core/mail'
import { useQuery } from '@tanstack/react-query'
import { callQuery, useCall } from '../../shell/api.ts'

interface MailFrameProps {
  call: Call & { reply: 'page' }
  id: string
  subject: string
}

/** The server forbids scripts in it as well; links open a new tab. */
export const MailFrame = ({ call, id, subject }: MailFrameProps) => (
  <PreviewFrame
    key={id}
    className={styles.frame}
    title={subject}
    src={urlOf(call.path, { params: { id } })}
    sandbox="allow-popups allow-popups-to-escape-sandbox"
  />
)

export type MailLine = Reply<typeof mailCalls.log>[number]
export type BoxMail = Reply<typeof mailCalls.mailbox>[number]
export type MailStatus = MailLine['status']

const freshMs = 2_000

export const useMailLog = (status?: MailStatus) => useCall(mailCalls.log, { query: { status } })

export const useMailbox = (to: string | undefined) =>
  useQuery({
    ...callQuery(mailCalls.mailbox, { query: { to } }),
    refetchInterval: freshMs,
    placeholderData: (before) => before,
  })
