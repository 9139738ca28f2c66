import * as z from 'zod/mini'
import { caseReads } from '../core/notice.ts'
import { call, changeLimit } from '../platform/call.ts'
import { forClients } from '../platform/client-text.ts'
import { clientFields, id, line, moment, messageReply } from '../platform/field.ts'
import { kycStatus } from './kyc.ts'
import { alreadyDecided, conflict, invalid } from '../platform/error.ts'
import { claimFields, decisionFields } from '../core/queue.ts'
import { idempotencyErrors } from '../core/idempotency.ts'
import { nominee, nomineeInput } from './nominee.ts'
import { frequencies } from '../core/setting-name.ts'
import { replyErrorList, replyImages, replyInput, replyRules, replyViews } from '../core/reply.ts'

/** setting: segments, nominees and the settlement frequency, each changed by a request that the desk approves. */

export const settingKinds = ['segment', 'nominee', 'settlement'] as const
export type SettingKind = (typeof settingKinds)[number]

/** replaced: by a newer request, or cancelled by the client. */
export const settingStatus = z.enum(['requested', 'in_force', 'refused', 'replaced'])
export type SettingStatus = z.infer<typeof settingStatus>

export const settingNames = {
  segment: 'Segments',
  nominee: 'Nominee',
  settlement: 'Fund settlement',
} as const satisfies Record<SettingKind, string>

export const settingReasons = {
  segment: [
    'We need proof of your income for this segment',
    'This segment is not offered at the moment',
    'You still hold open positions in this segment',
  ],
  nominee: [
    'The name of the nominee looks incomplete',
    'The details of the guardian are missing or unclear',
    'Please confirm this by a signed letter',
  ],
  settlement: ['You chose this too shortly before the next settlement day', 'You still owe money on open positions'],
} as const satisfies Record<SettingKind, readonly string[]>

const onOff = z.boolean({ error: 'Choose Enabled or Disabled for each segment' })
export const segmentValue = z.object({ equity: onOff, fno: onOff, currency: onOff, commodity: onOff })
export type SegmentValue = z.infer<typeof segmentValue>

/** Empty: none added yet, or opted out. */
export const nomineeValue = z.object({ nominees: z.array(nominee), optedOut: z.boolean() })
export type NomineeValue = z.infer<typeof nomineeValue>

export const settlementValue = z.object({ frequency: z.enum(frequencies, { error: 'Choose monthly or quarterly' }) })
export type SettlementValue = z.infer<typeof settlementValue>

/** Active until the client requests something else. */
export const settingDefaults = {
  segment: { equity: false, fno: false, currency: false, commodity: false },
  /** FnO and Commodity need an approved request. */
  verifiedSegment: { equity: true, fno: false, currency: true, commodity: false },
  nominee: { nominees: [], optedOut: false },
  settlement: { frequency: 'quarterly' },
} as const satisfies {
  segment: SegmentValue
  verifiedSegment: SegmentValue
  nominee: object
  settlement: SettlementValue
}

function settingState<Value extends typeof segmentValue | typeof nomineeValue | typeof settlementValue>(value: Value) {
  return z.object({
    inForce: value,
    since: z.optional(moment),
    request: z.optional(
      z.object({
        _id: id,
        value,
        status: z.enum(['requested', 'refused']),
        createdAt: moment,
        decidedAt: z.optional(moment),
        reason: z.optional(z.string()),
        replies: replyViews,
      }),
    ),
  })
}

export const settingViews = z.object({
  segment: settingState(segmentValue),
  nominee: settingState(nomineeValue),
  settlement: settingState(settlementValue),
})
export type SettingViews = z.infer<typeof settingViews>

const settings = z.extend(settingViews, {
  nomineeLimit: z.number(),
  /** The next date of each frequency in the calendar, which may end before one. */
  nextSettlement: z.object({ monthly: z.optional(z.string()), quarterly: z.optional(z.string()) }),
})

/** `inForce` only while the request is pending. */
const change = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('segment'), asked: segmentValue, inForce: z.optional(segmentValue) }),
  z.object({ kind: z.literal('nominee'), asked: nomineeValue, inForce: z.optional(nomineeValue) }),
  z.object({ kind: z.literal('settlement'), asked: settlementValue, inForce: z.optional(settlementValue) }),
])
export type SettingChange = z.infer<typeof change>

const deskSetting = z.object({
  _id: id,
  change,
  status: settingStatus,
  createdAt: moment,
  decidedAt: z.optional(moment),
  ...decisionFields,
  reason: z.optional(z.string()),
  ...clientFields,
  isDocsVerified: kycStatus,
  replies: replyViews,
  ...claimFields,
})

export const settingErrors = {
  guardianNeeded: invalid('A nominee below 18 needs a date of birth and a guardian'),
  notBorn: invalid('The date of birth lies in the future'),
  overtaken: conflict('The client changed or cancelled this request. Review the current one before you decide.'),
  notWaiting: conflict('This request is no longer pending'),
} as const

const r = settingErrors

export function tooManyNominees(limit: number) {
  const message = limit === 1 ? 'You can name at most one nominee' : `You can name at most ${limit} nominees`
  return invalid(message)
}

const settingsReply = z.extend(messageReply, { settings })

export const settingCalls = {
  read: call('GET /user/settings', 'client', {
    does: 'The client’s active settings with their dates, and the requested changes.',
    reads: ['setting'],
    reply: settings,
  }),
  segment: call('PUT /user/settings/segment', 'client', {
    limit: changeLimit,
    does: 'Requests that segments be enabled or disabled; the desk decides. Replaces a pending request.',
    body: segmentValue,
    reply: settingsReply,
    errors: [idempotencyErrors.keyReused],
  }),
  nominee: call('PUT /user/settings/nominee', 'client', {
    limit: changeLimit,
    does: 'Requests a change of nominees, or opts out; the desk decides. Replaces a pending request.',
    body: nomineeInput,
    reply: settingsReply,
    errors: [r.guardianNeeded, r.notBorn, tooManyNominees(3), idempotencyErrors.keyReused],
  }),
  settlement: call('PUT /user/settings/settlement', 'client', {
    limit: changeLimit,
    does: 'Requests monthly or quarterly settlement of unused funds; the desk decides. Replaces a pending request.',
    body: settlementValue,
    reply: settingsReply,
    errors: [idempotencyErrors.keyReused],
  }),
  cancel: call('DELETE /user/settings/requests/:requestId', 'client', {
    does: 'Cancels a pending request.',
    reply: settingsReply,
    errors: [r.notWaiting],
  }),
  reply: call('POST /user/settings/requests/:requestId/reply', 'client', {
    limit: replyRules.limit,
    does: 'Adds text, a photo of a document such as proof of income, or both to a pending request; a rejected one is requested again.',
    images: replyImages,
    body: replyInput,
    reply: settingsReply,
    errors: replyErrorList,
  }),
  proof: call('GET /desk/settings/:requestId/replies/:replyId', 'kyc.review', {
    does: 'The photo sent with a reply; every view is written to the audit log.',
    reply: 'image',
  }),
  deskSetting: call('GET /desk/settings/:requestId', 'client.read', {
    does: 'One request with its client and the active settings.',
    reads: caseReads('requestId', 'setting/:requestId'),
    reply: deskSetting,
  }),
  approve: call('POST /desk/settings/:requestId/approve', 'kyc.review', {
    does: 'Activates the requested setting and notifies the client by e-mail.',
    reply: deskSetting,
    errors: [r.overtaken, alreadyDecided('another operator')],
  }),
  reject: call('POST /desk/settings/:requestId/refuse', 'kyc.review', {
    does: 'Rejects the request with a reason shown to the client.',
    body: z.object({ reason: forClients(line('Please give a reason the client can act on', 300)) }),
    reply: deskSetting,
    errors: [r.overtaken, alreadyDecided('another operator')],
  }),
}
