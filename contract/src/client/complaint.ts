import * as z from 'zod/mini'
import { call } from '../platform/call.ts'
import { forClients } from '../platform/client-text.ts'
import { commonErrors, conflict, invalid } from '../platform/error.ts'
import {
  clientFields,
  day,
  email,
  freeText,
  id,
  keysOf,
  line,
  moment,
  messageReply,
  optionalLine,
  secondFields,
} from '../platform/field.ts'
import { complaintCategories, complaintRules, complaintSources, lastLevel, levelNames } from './complaint-name.ts'
import { imageErrorList } from '../platform/image.ts'
import { replyErrorList, replyImages, replyInput, replyRules } from '../core/reply.ts'

/** complaint: clients raise and follow complaints; the desk has the register, and the public page SEBI's monthly table. */

const category = z.enum(keysOf(complaintCategories), { error: 'Choose what the complaint is about' })
const text = (empty: string) => freeText(empty, complaintRules.textLength)
const status = z.enum(['open', 'closed'])
export type ComplaintStatus = z.infer<typeof status>

const levelFields = {
  contact: forClients(optionalLine(100)),
  address: forClients(optionalLine(200)),
  phone: optionalLine(40),
  email: z.union([z.literal(''), email()], { error: 'Please enter a valid email address' }),
  hours: forClients(optionalLine(100)),
  days: z.int({ error: 'Enter whole days' }).check(
    z.refine((days) => days >= 1 && days <= complaintRules.resolveDays, {
      error: `Enter between 1 and ${complaintRules.resolveDays} days`,
    }),
  ),
}
const levelNumber = z
  .int({ error: 'Choose a level' })
  .check(z.refine((level) => level >= 1 && level <= lastLevel, { error: 'Choose a level' }))
const level = z.object({ level: z.number(), name: z.string(), ...levelFields })
export type EscalationLevel = z.infer<typeof level>

const step = z.object({
  _id: id,
  /** message: of the client; the others are the desk's, or both may escalate. */
  kind: z.enum(['received', 'message', 'reply', 'escalated', 'closed', 'reopened']),
  text: z.string(),
  hasProof: z.boolean(),
  at: moment,
  /** For a reply of the desk: the name for operators, the level for clients. */
  by: z.optional(z.string()),
})
export type ComplaintStep = z.infer<typeof step>

const complaint = z.object({
  _id: id,
  /** `CMP100001` */
  number: z.string(),
  category,
  status,
  level: z.number(),
  receivedAt: moment,
  closedAt: z.optional(moment),
  /** By which the complaint must be resolved, and this level must answer. */
  dueOn: z.iso.date(),
  levelDueOn: z.iso.date(),
})

const ownComplaint = z.extend(complaint, {
  mayEscalate: z.boolean(),
  mayResolve: z.boolean(),
  /** The day from which it can be escalated, while it cannot yet. */
  escalateFrom: z.optional(z.iso.date()),
  /** Oldest first. */
  steps: z.array(step),
})
export type OwnComplaint = z.infer<typeof ownComplaint>

const registerLine = z.extend(complaint, {
  source: z.enum(keysOf(complaintSources)),
  reference: z.optional(z.string()),
  /** The complaint as received, its first 200 characters; empty once erased. */
  text: z.string(),
  /** Name of the client, or of a complainant who is not a client. */
  name: z.string(),
  clientId: z.optional(clientFields.clientId),
  saudaId: z.optional(z.string()),
  /** What an open complaint awaits first: a reply of its level, or its resolution. */
  next: z.optional(z.object({ is: z.enum(['reply', 'resolution']), on: z.iso.date() })),
  /** That day has passed. */
  overdue: z.boolean(),
  /** The client's last message is unanswered. */
  unanswered: z.boolean(),
})
export type RegisterLine = z.infer<typeof registerLine>

const deskComplaint = z.extend(registerLine, { steps: z.array(step) })
export type DeskComplaint = z.infer<typeof deskComplaint>

const figures = z.object({
  carried: z.number(),
  received: z.number(),
  resolved: z.number(),
  pending: z.number(),
})
/** SEBI's tables of one month (circular of 2 December 2021, Annexure B). */
export const complaintReport = z.object({
  /** `2026-10` */
  month: z.string(),
  sources: z.array(
    z.extend(figures, {
      source: z.enum(keysOf(complaintSources)),
      recent: z.number(),
      old: z.number(),
      /** Days, summed over what was resolved. */
      days: z.number(),
    }),
  ),
  /** Oldest first. */
  months: z.array(z.extend(figures, { period: z.string() })),
  years: z.array(z.extend(figures, { period: z.string() })),
  levels: z.array(level),
})
export type ComplaintReport = z.infer<typeof complaintReport>

export const complaintErrors = {
  twice: conflict('You have just sent this complaint. You can follow it in the list.'),
  closed: conflict('This complaint is closed. You can escalate it if you are not satisfied.'),
  repeated: conflict('This reply was already sent'),
  alreadyClosed: conflict('This complaint is already closed'),
  elsewhere: conflict('This complaint did not come from your account here. Close it where you raised it.'),
  notOpen: conflict(
    'This complaint is closed. Only the client can open it again, by escalating it. If the client cannot log in, record a new complaint.',
  ),
  lastLevel: conflict('This is our highest level. Please complain to SEBI at scores.sebi.gov.in or use smartodr.in.'),
  tooLate: conflict(
    `This complaint was closed more than ${complaintRules.reopenDays} days ago. Please raise a new one, or use scores.sebi.gov.in.`,
  ),
  received: invalid('Enter a day of receipt that is not in the future and not more than a year ago'),
  whose: invalid('Choose the client, or enter the name of the complainant'),
} as const

export const notBefore = (name: string, dayText: string) =>
  conflict(`${name} has time to reply until ${dayText}. You can escalate after a reply, or after that day.`)

const r = complaintErrors
const one = z.object({ message: z.string(), complaint: ownComplaint })
/** With its line breaks, which templates have. */
const answer = (empty: string) => z.object({ text: forClients(freeText(empty, complaintRules.textLength)) })
const body = answer('Please write a reply')

export const complaintCalls = {
  list: call('GET /user/complaints', 'client', {
    does: 'The client’s complaints, newest first, and whom to turn to level by level.',
    reads: ['complaint'],
    reply: z.object({ complaints: z.array(ownComplaint), levels: z.array(level) }),
  }),
  raise: call('POST /user/complaints', 'client', {
    limit: complaintRules.limit,
    does: 'Raises a complaint, with a photo of a document if there is one.',
    images: replyImages,
    body: z.object({ category, text: text('Please describe what went wrong') }),
    reply: one,
    errors: [r.twice, ...imageErrorList],
  }),
  message: call('POST /user/complaints/:complaintId/message', 'client', {
    limit: replyRules.limit,
    does: 'Adds text, a photo of a document, or both to an open complaint.',
    images: replyImages,
    body: replyInput,
    reply: one,
    errors: [r.closed, ...replyErrorList],
  }),
  escalate: call('POST /user/complaints/:complaintId/escalate', 'client', {
    limit: replyRules.limit,
    does: 'Passes a complaint to the next level, and opens a closed one again.',
    body: z.object({ text: text('Please say why you are not satisfied') }),
    reply: one,
    errors: [r.lastLevel, r.tooLate, notBefore(levelNames[0], '5 Nov 2026')],
  }),
  resolve: call('POST /user/complaints/:complaintId/resolve', 'client', {
    limit: replyRules.limit,
    does: 'Closes the client’s own complaint as resolved.',
    reply: one,
    errors: [r.alreadyClosed, r.elsewhere],
  }),
  register: call('GET /desk/complaints', 'client.read', {
    does: 'A page of the register: open complaints by deadline, or closed ones, newest first; with the escalation matrix.',
    reads: ['complaint'],
    query: z.object({
      status: z._default(status, 'open'),
      clientId: z.optional(id),
      /** The id of the last one already read. */
      before: z.optional(id),
    }),
    reply: z.object({
      complaints: z.array(registerLine),
      counts: z.object({ open: z.number(), overdue: z.number() }),
      levels: z.array(level),
    }),
  }),
  read: call('GET /desk/complaints/:complaintId', 'client.read', {
    does: 'One complaint with everything that happened.',
    reads: ['complaint'],
    reply: deskComplaint,
  }),
  record: call('POST /desk/complaints', 'complaint.handle', {
    does: 'Records a complaint that arrived by SCORES, an exchange, post or telephone.',
    body: z.object({
      clientId: z.optional(id),
      complainant: z.optional(line('Enter the name of the complainant', 100)),
      source: z.enum(keysOf(complaintSources), { error: 'Choose where the complaint came from' }),
      reference: z.optional(forClients(optionalLine(60))),
      category,
      text: forClients(text('Please describe the complaint')),
      receivedOn: day('Enter the day of receipt as YYYY-MM-DD'),
    }),
    reply: deskComplaint,
    errors: [commonErrors.notFound, r.received, r.whose],
  }),
  reply: call('POST /desk/complaints/:complaintId/reply', 'complaint.handle', {
    does: 'Replies to the client, who also gets it by e-mail.',
    body,
    reply: deskComplaint,
    errors: [r.notOpen, r.repeated],
  }),
  passOn: call('POST /desk/complaints/:complaintId/escalate', 'complaint.handle', {
    does: 'Passes a complaint to the next level.',
    body,
    reply: deskComplaint,
    errors: [r.notOpen, r.lastLevel],
  }),
  close: call('POST /desk/complaints/:complaintId/close', 'complaint.handle', {
    does: 'Closes a complaint with its resolution, which the client gets by e-mail.',
    body: answer('Please describe the resolution'),
    reply: deskComplaint,
    errors: [r.alreadyClosed],
  }),
  proof: call('GET /desk/complaints/:complaintId/messages/:replyId', 'complaint.handle', {
    does: 'The photo sent with a message; every view is written to the audit log.',
    reply: 'image',
  }),
  saveLevel: call('PUT /desk/escalation-levels', 'content.edit', {
    does: 'Changes a level of the escalation matrix, which clients and the public page see at once. From the second administrator on, one of them must approve it.',
    body: z.object({ level: levelNumber, ...levelFields }),
    reply: z.extend(messageReply, secondFields),
  }),
}
