import * as z from 'zod/mini'
import { authErrors } from './auth.ts'
import { registration } from './registration.ts'
import { call, changeLimit } from '../platform/call.ts'
import { commonErrors, conflict, invalid } from '../platform/error.ts'
import { line, messageReply, otp, secondFields } from '../platform/field.ts'
import { imageErrorList } from '../platform/image.ts'
import { enteredPassword } from '../core/session.ts'

/** contact: the e-mail address or mobile number of a client's login is changed, by the client or at the desk. */

/** Exactly one of the two. */
const contact = {
  email: z.optional(registration.shape.email),
  mobile: z.optional(registration.shape.mobile),
} as const

const isOne = z.refine<{ email?: string | undefined; mobile?: string | undefined }>(
  ({ email, mobile }) => (email === undefined) !== (mobile === undefined),
  { error: 'Enter a new email address or a new mobile number' },
)

export const contactErrors = {
  same: invalid('This is your current email address or mobile number'),
  pending: conflict('A change of this client’s email address or mobile number already awaits approval'),
  newCodeNeeded: invalid('Enter both codes: one was sent to each email address'),
} as const

const r = authErrors

export const contactCalls = {
  start: call('POST /user/contact/start', 'client', {
    limit: changeLimit,
    does: 'Mails the codes for a new e-mail address, one to the present and one to the new address, or for a new mobile number, one to the present e-mail address.',
    body: z.object({ ...contact, password: enteredPassword }).check(isOne),
    reply: messageReply,
    errors: [contactErrors.same, r.wrongPassword, r.tooManyCodes, r.slowDown],
  }),
  change: call('POST /user/contact', 'client', {
    limit: changeLimit,
    does: 'Changes the e-mail address or mobile number, mails both addresses, ends every other session and pauses withdrawals for 24 hours.',
    body: z.object({ ...contact, code: otp, newCode: z.optional(otp) }).check(isOne),
    reply: messageReply,
    errors: [contactErrors.same, contactErrors.newCodeNeeded, r.wrongCode, r.codeOver, r.emailTaken, r.mobileTaken],
  }),
  propose: call('POST /desk/clients/:clientId/contact', 'kyc.review', {
    does: 'Proposes a new e-mail address or mobile number for a client who asked for it, with a photo of the evidence; a second operator must approve it.',
    images: { evidence: 'required' },
    body: z.object({ ...contact, reason: line('Please give the reason', 300) }).check(isOne),
    reply: z.extend(messageReply, secondFields),
    errors: [
      ...imageErrorList,
      contactErrors.same,
      contactErrors.pending,
      r.emailTaken,
      r.mobileTaken,
      commonErrors.accountClosed,
      commonErrors.notFound,
    ],
  }),
  evidence: call('GET /desk/contact/:proposalId/evidence', 'kyc.review', {
    does: 'The photo of the evidence for a change of contact details or a correction of name, PAN or date of birth; every view is written to the audit log.',
    reply: 'image',
    errors: [commonErrors.notFound],
  }),
}
