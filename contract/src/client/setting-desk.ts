import * as z from 'zod/mini'
import { caseReads } from '../core/notice.ts'
import { claimFields, decisionFields } from '../core/queue.ts'
import { replyViews } from '../core/reply.ts'
import { call } from '../platform/call.ts'
import { forClients } from '../platform/client-text.ts'
import { alreadyDecided } from '../platform/error.ts'
import { clientFields, id, line, moment } from '../platform/field.ts'
import { kycStatus } from './kyc.ts'
import { nomineeValue, segmentValue, settingErrors as r, settingStatus, settlementValue } from './setting.ts'

/** The desk's calls about requested settings, apart from those that the portal loads. */

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

export const settingDeskCalls = {
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
