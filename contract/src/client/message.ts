import * as z from 'zod/mini'
import { call } from '../platform/call.ts'
import { forClients } from '../platform/client-text.ts'
import { commonErrors, conflict, invalid } from '../platform/error.ts'
import { freeText, id, keysOf, line, messageReply, moment, secondFields } from '../platform/field.ts'
import type { QueueKind } from '../core/queue.ts'

/** message: what operators write to a client about a case, and the templates of such messages. */

export const messageRules = {
  titleLength: 60,
  subjectLength: 100,
  textLength: 2000,
  templates: 100,
  /** Messages that one client gets in 24 hours, and that one operator sends in an hour. */
  perClient: 10,
  perOperator: 60,
  /** The same message is not sent to the same client again for this long. */
  repeatMinutes: 10,
} as const

/** Filled in by the server: a name in braces, such as `{amount}`. */
export const placeholders = {
  name: 'the client’s name',
  client_id: 'the client ID, such as SD100001',
  request: 'the number of the request, such as ADD100001',
  amount: 'the amount with the rupee sign',
  date: 'the date of the request',
} as const
export type Placeholder = keyof typeof placeholders
export type PlaceholderValues = Readonly<Partial<Record<Placeholder, string>>>

const ofClient = ['name', 'client_id'] as const
const ofRequest = [...ofClient, 'request', 'amount', 'date'] as const

type MessageSubject = { readonly name: string; readonly placeholders: readonly Placeholder[] }

/** The subject of a message. Documents, bank details and the account are named by the id of their client. */
export const messageKinds = {
  kyc: { name: 'Documents', placeholders: ofClient },
  deposit: { name: 'Deposit', placeholders: ofRequest },
  withdrawal: { name: 'Withdrawal', placeholders: ofRequest },
  loan: { name: 'Loan', placeholders: [...ofClient, 'date'] },
  charge: { name: 'Charge', placeholders: ofRequest },
  setting: { name: 'Account request', placeholders: [...ofClient, 'date'] },
  bank: { name: 'Bank details', placeholders: ofClient },
  complaint: { name: 'Complaint', placeholders: [...ofClient, 'request', 'date'] },
  client: { name: 'Account', placeholders: ofClient },
} as const satisfies Record<string, MessageSubject>
export type MessageKind = keyof typeof messageKinds
export const messageKindNames = keysOf(messageKinds)

/** The kind of a message about a case of the queue; one about an operator's proposal is about the client's account. */
export const messageKindOf = (kind: QueueKind): SentKind => (kind in messageKinds ? (kind as SentKind) : 'client')

const listed = (kind: MessageKind): string => messageKinds[kind].placeholders.map((name) => `{${name}}`).join(', ')

/** Why the server cannot fill in a text about this kind of case; undefined if it can. */
export function placeholderProblem(kind: MessageKind, text: string): string | undefined {
  const known: readonly string[] = messageKinds[kind].placeholders
  const unknown = [...text.matchAll(/\{([^{}]*)\}/g)].find(([, name = '']) => !known.includes(name))
  if (unknown) {
    const [written, name = ''] = unknown
    return Object.hasOwn(placeholders, name)
      ? `${written} cannot be used for this kind of case. Use ${listed(kind)}.`
      : `There is no placeholder ${written}. Use ${listed(kind)}.`
  }
  return /[{}]/.test(text.replace(/\{[^{}]*\}/g, '')) ? `Use braces only for placeholders: ${listed(kind)}.` : undefined
}

/** In one pass, so that a value with braces stays as it is. */
export const fillPlaceholders = (text: string, values: PlaceholderValues): string =>
  text.replace(/\{(\w+)\}/g, (all, name: string) => values[name as Placeholder] ?? all)

const kind = z.enum(messageKindNames, { error: 'Choose what the message is about' })
const subject = forClients(line('Please enter a subject', messageRules.subjectLength))
const text = forClients(freeText('Please enter a message', messageRules.textLength))

/** A message about a complaint is a reply to it. */
export type SentKind = Exclude<MessageKind, 'complaint'>
const sentKind = z.enum(
  messageKindNames.filter((name) => name !== 'complaint'),
  { error: 'Reply to a complaint on its own page' },
)

/** A case, as `kind` and `id`. */
const draft = { kind, id, subject, text }

export const templateInput = z.object({
  title: line('Please enter a title', messageRules.titleLength),
  kind,
  subject,
  text,
})

const template = z.extend(templateInput, {
  _id: id,
  version: z.number(),
  isRetired: z.boolean(),
  changedAt: moment,
  /** Absent for a template the product came with. */
  changedBy: z.optional(z.string()),
})
export type MessageTemplate = z.infer<typeof template>

export const messageErrors = {
  perClient: {
    status: 429,
    message: `This client was sent ${messageRules.perClient} messages in the last 24 hours. The message was not sent, and nothing was changed.`,
  },
  perOperator: {
    status: 429,
    message: `You sent ${messageRules.perOperator} messages in the last hour. The message was not sent, and nothing was changed.`,
  },
  repeated: conflict(
    `This client was sent the same message less than ${messageRules.repeatMinutes} minutes ago. It was not sent again.`,
  ),
  changed: conflict(
    'The message would not be the one in the preview. It was not sent. Please check the preview again.',
  ),
  erased: invalid('The personal data of this client was erased, so no message can be sent.'),
  templateChanged: conflict('Another operator changed this template after you opened it. Please check it again.'),
  duplicate: conflict('There is already a template with this title for this kind of case'),
  full: conflict(`There are ${messageRules.templates} active templates. Retire one before you add another.`),
} as const

const r = messageErrors
const unknownPlaceholder = invalid('There is no placeholder {amout}. Use {name}, {client_id}.')
const version = z.int({ error: 'Send the version of the template' })
const seen = z
  .string({ error: 'Open the preview before you send the message' })
  .check(z.regex(/^[0-9a-f]{64}$/, { error: 'Open the preview before you send the message' }))

export const messageCalls = {
  preview: call('POST /desk/messages/preview', 'client.write', {
    does: 'Fills in the placeholders of a message about a case, and returns the e-mail exactly as it would be sent. Sends nothing.',
    body: z.object(draft),
    reply: z.object({
      subject: z.string(),
      text: z.string(),
      mail: z.object({ to: z.string(), subject: z.string(), text: z.string() }),
      seen: z.string(),
    }),
    errors: [commonErrors.notFound, unknownPlaceholder, r.erased],
  }),
  send: call('POST /desk/messages', 'client.write', {
    does: 'Sends a message to the client of a case by e-mail and as a notification. `seen` is the one of its preview.',
    body: z.object({ ...draft, kind: sentKind, seen, templateId: z.optional(id) }),
    reply: messageReply,
    errors: [commonErrors.notFound, unknownPlaceholder, r.changed, r.perClient, r.perOperator, r.repeated, r.erased],
  }),
  templates: call('GET /desk/message-templates', 'operator', {
    does: 'Every template of messages to clients, retired ones last.',
    reads: ['content'],
    reply: z.object({ templates: z.array(template) }),
  }),
  addTemplate: call('POST /desk/message-templates', 'content.edit', {
    does: 'Adds a template of messages to clients. Placeholders that the kind of case does not have are rejected. From the second administrator on, one of them must approve it.',
    body: templateInput,
    reply: z.extend(template, secondFields),
    errors: [unknownPlaceholder, r.duplicate, r.full],
  }),
  editTemplate: call('PUT /desk/message-templates/:templateId', 'content.edit', {
    does: 'Changes a template; `version` is the one that was edited. From the second administrator on, one of them must approve it.',
    body: z.extend(templateInput, { version }),
    reply: z.extend(template, secondFields),
    errors: [unknownPlaceholder, r.duplicate, r.templateChanged],
  }),
  retireTemplate: call('POST /desk/message-templates/:templateId/retire', 'content.edit', {
    does: 'Retires a template, which is then no longer offered, or restores it. From the second administrator on, one of them must approve it.',
    body: z.object({ version, isRetired: z.boolean() }),
    reply: z.extend(template, secondFields),
    errors: [r.duplicate, r.full, r.templateChanged],
  }),
}
