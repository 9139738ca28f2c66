import type { MessageKind } from '@sauda/contract/client/message'
import type { Config } from '../../config.ts'
import { buttonBlock, composeMail, type Mail } from '../../core/mail/mail.ts'
import type { CaseRow } from './message.sql.ts'

/** Clients' names of their requests, and the screens that show them. */
const requests: Readonly<Record<MessageKind, { readonly name: string; readonly path: string }>> = {
  kyc: { name: 'document verification', path: 'profile' },
  deposit: { name: 'deposit', path: 'wallet/transaction-history' },
  withdrawal: { name: 'withdrawal', path: 'wallet/transaction-history' },
  loan: { name: 'loan request', path: 'portfolio/overview' },
  charge: { name: 'charge payment', path: 'charges' },
  setting: { name: 'account request', path: 'profile' },
  bank: { name: 'bank details', path: 'profile' },
  complaint: { name: 'complaint', path: 'complaints' },
  client: { name: 'account', path: 'home' },
}
const settingPaths: Readonly<Record<string, string>> = { settlement: 'fund-settlement' }

export type MailedMessage = {
  readonly kind: MessageKind
  readonly subject: string
  /** With the placeholders filled in. */
  readonly text: string
  /** The case was put on hold with it. */
  readonly isHold: boolean
}

export const holdSubject = (kind: MessageKind): string => `Your ${requests[kind].name} is on hold`

/** Subject and text name the request by its number; if it has none, the text names the client ID. */
export function messageMail(
  { publicUrl, supportEmail }: Pick<Config, 'publicUrl' | 'supportEmail'>,
  row: Pick<CaseRow, 'name' | 'email' | 'sauda_id' | 'request' | 'type'>,
  { kind, subject, text, isHold }: MailedMessage,
): Mail {
  const { name, path } = requests[kind]
  const screen = row.type === null ? path : (settingPaths[row.type] ?? row.type)
  const { request } = row
  return composeMail(row, request === null || subject.includes(request) ? subject : `${subject} (${request})`, [
    ...(isHold ? [`We are not deciding your ${name} yet. Our message to you:`] : []),
    ...text.split('\n\n'),
    request === null
      ? `This message is about your ${name}. Your client ID is ${row.sauda_id}.`
      : `This message is about your ${name} ${request}.`,
    buttonBlock('Open it in your account', `${publicUrl}/account/${screen}`),
    `You can also reply to ${supportEmail} from this e-mail address.`,
  ])
}
