import * as z from 'zod/mini'
import { tooManyExports } from '../core/export.ts'
import { call } from '../platform/call.ts'
import { forClients } from '../platform/client-text.ts'
import { alreadyDecided, commonErrors, conflict, invalid } from '../platform/error.ts'
import { anyPersonName, clientFields, freeText, id, moment, messageReply, secondFields } from '../platform/field.ts'

/** privacy: what the DPDP Act gives a client (access, correction, erasure, consent), and the register of breaches. */

export const privacyRules = {
  textLength: 500,
  /** The retention period required by law: records of clients and money stay readable this long after the last one. */
  retentionYears: 8,
  /** From the day on which a breach is known to the detailed report to the Data Protection Board. */
  boardHours: 72,
  /** DPDP rules: the longest time to answer a request. */
  answerDays: 90,
  exports: { most: 5, seconds: 86_400 },
  requestRows: 200,
} as const

/** The newest last. A change of meaning is a new version, which each client is asked to accept. */
export const privacyNotices = [
  {
    version: 1,
    since: '2026-11-20',
    items: [
      'We store your name, contact and bank details, the photos of your PAN and Aadhaar cards, your PAN and the last 4 digits of your Aadhaar number: to verify you, as the law requires, and to pay you.',
      'We store your requests, trades, charges, loans and complaints: to carry them out, and as the law requires of a broker.',
      'We store the time, IP address and browser of your logins: to detect misuse.',
      'Only you and the staff who need it can see it; authorities and exchanges where the law requires it. We never sell it.',
      'You can download what we store and have it corrected or erased, withdraw your consent by asking for the erasure of your data, complain to us, and complain to the Data Protection Board of India.',
    ],
  },
] as const

export const currentNotice = privacyNotices.at(-1)?.version ?? 0

const text = (empty: string) => freeText(empty, privacyRules.textLength)
const kind = z.enum(['correction', 'erasure'], { error: 'Choose correction or erasure' })
const status = z.enum(['open', 'done', 'rejected'])

const request = z.object({
  _id: id,
  kind,
  text: z.string(),
  status,
  answer: z.optional(z.string()),
  createdAt: moment,
  decidedAt: z.optional(moment),
})
export type PrivacyRequest = z.infer<typeof request>

const deskRequest = z.extend(request, { ...clientFields, obstacles: z.array(z.string()) })
export type DeskPrivacyRequest = z.infer<typeof deskRequest>

const enteredMoment = z.iso.datetime({ error: 'Enter the date and the time' })

const breachInput = z.object({
  what: text('Please describe what happened'),
  happenedAt: enteredMoment,
  knownAt: enteredMoment,
  affected: text('Please describe whose data, and which, is affected'),
  measures: text('Please describe what was done'),
  clientsInformedAt: z.optional(enteredMoment),
  boardInformedAt: z.optional(enteredMoment),
  boardReportedAt: z.optional(enteredMoment),
})
const breach = z.extend(breachInput, {
  _id: id,
  /** `BR1` */
  number: z.string(),
  recordedBy: z.string(),
  reportDueAt: moment,
  overdue: z.boolean(),
})
export type Breach = z.infer<typeof breach>

export const privacyErrors = {
  oldNotice: conflict('The privacy notice has changed. Please read the current one.'),
  alreadyOpen: conflict('You already have an open request of this kind'),
  wrongTimes: invalid(
    'Enter times in their order: when it happened, when it became known, when others were informed. None may be in the future.',
  ),
  notCorrection: conflict(
    'This request asks for an erasure. Erase the client’s data, or reject the request with a reason.',
  ),
  verifiedName: conflict(
    'This client is verified. Correct the name on the client’s page, where a second operator must approve it, and then answer this request without it.',
  ),
  erased: conflict('The personal data of this client was already erased'),
} as const

export const notErasable = (obstacles: readonly string[]) =>
  conflict(`The data cannot be erased yet: ${obstacles.join('; ')}.`)

const r = privacyErrors
const view = z.object({
  /** The newest version that the client accepted; absent if none is recorded. */
  accepted: z.optional(z.object({ version: z.number(), at: moment })),
  requests: z.array(request),
  /** Why nothing can be erased now. */
  obstacles: z.array(z.string()),
})

export const privacyCalls = {
  read: call('GET /user/privacy', 'client', {
    does: 'Which privacy notice the client accepted, their requests, and what prevents an erasure.',
    reads: ['privacy'],
    reply: view,
  }),
  accept: call('POST /user/privacy/accept', 'client', {
    does: 'Records that the client accepts a version of the privacy notice.',
    body: z.object({ version: z.int({ error: 'Please read the current notice' }) }),
    reply: view,
    errors: [r.oldNotice],
  }),
  export: call('GET /user/privacy/export', 'client', {
    limit: privacyRules.exports,
    does: 'Everything stored about the client as a ZIP file: data.json, documents and photos.',
    reply: 'file',
  }),
  request: call('POST /user/privacy/requests', 'client', {
    does: 'Asks for a correction, or for the erasure of personal data.',
    body: z.object({ kind, text: text('Please say what should be changed') }),
    reply: view,
    errors: [r.alreadyOpen, notErasable(['the wallet is not empty'])],
  }),
  requests: call('GET /desk/privacy/requests', 'kyc.review', {
    does: 'The clients’ requests, open ones first; with `clientId` those of one client, and what prevents the erasure of their data.',
    reads: ['privacy'],
    query: z.object({ clientId: z.optional(id) }),
    reply: z.object({
      requests: z.array(deskRequest),
      client: z.optional(z.object({ ...clientFields, obstacles: z.array(z.string()) })),
    }),
    errors: [commonErrors.notFound],
  }),
  deskExport: call('GET /desk/privacy/clients/:clientId/export', 'kyc.review', {
    does: 'Everything stored about a client, as the client gets it; audited.',
    reply: 'file',
    errors: [tooManyExports(20, '22 Nov 2026, 6:30 pm')],
  }),
  complete: call('POST /desk/privacy/requests/:requestId/complete', 'kyc.review', {
    does: 'Answers a correction as done; a corrected name is stored with it.',
    body: z.object({
      answer: forClients(text('Please write what was corrected')),
      name: z.optional(forClients(anyPersonName('Enter the correct name'))),
    }),
    reply: messageReply,
    errors: [r.notCorrection, r.verifiedName, alreadyDecided('another operator')],
  }),
  reject: call('POST /desk/privacy/requests/:requestId/reject', 'kyc.review', {
    does: 'Rejects a request with a reason for the client.',
    body: z.object({ answer: forClients(text('Please give a reason')) }),
    reply: messageReply,
    errors: [alreadyDecided('another operator')],
  }),
  erase: call('POST /desk/privacy/clients/:clientId/erase', 'operator.manage', {
    does: 'Erases a client’s personal data once a second administrator approves; ledger entries stay.',
    body: z.object({ reason: text('Please give a reason') }),
    reply: z.extend(messageReply, secondFields),
    errors: [r.erased, notErasable(['the wallet is not empty'])],
  }),
  breaches: call('GET /desk/privacy/breaches', 'operator.manage', {
    does: 'The register of breaches of personal data, newest first.',
    reads: ['privacy'],
    reply: z.object({ breaches: z.array(breach) }),
  }),
  recordBreach: call('POST /desk/privacy/breaches', 'operator.manage', {
    does: 'Records a breach of personal data.',
    body: breachInput,
    reply: breach,
    errors: [r.wrongTimes],
  }),
  updateBreach: call('PUT /desk/privacy/breaches/:breachId', 'operator.manage', {
    does: 'Changes the record of a breach; before and after are in the audit log.',
    body: breachInput,
    reply: breach,
    errors: [commonErrors.notFound, r.wrongTimes],
  }),
}
