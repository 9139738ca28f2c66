import * as z from 'zod/mini'
import { call } from '../platform/call.ts'
import { id, line, messageReply, moment } from '../platform/field.ts'
import { kycStatus } from './kyc.ts'
import { conflict } from '../platform/error.ts'

/** view: an operator reads the portal as a client sees it, and can change nothing there. */

export const viewRules = {
  /** At the latest: it also ends with its tab, and with the operator's session or right (decision 0100). */
  minutes: 30,
  /** From the desk's answer to the portal's first request. */
  codeSeconds: 60,
  /** Open at a time from one session of an operator; one more ends the oldest. */
  perSession: 5,
} as const

/** Prefix of the tokens of views, so that they are never looked up as a login's. */
export const viewTokenPrefix = 'view-as-client-'

export const viewErrors = {
  readOnly: { status: 403, message: 'You are viewing this account as an operator. Nothing can be changed.' },
  notShown: { status: 403, message: 'This is not shown while you view the account as an operator.' },
  erased: conflict('The personal data of this client was erased, so there is no account to view.'),
  linkOver: conflict(
    'This link to view an account has expired or was already used. Open the account again from the client’s page at the desk.',
  ),
} as const

const token = z
  .string({ error: 'The request has no token' })
  .check(z.maxLength(200, { error: 'The token is too long' }))

export const viewCalls = {
  start: call('POST /desk/clients/:clientId/view', 'client.view', {
    does: 'Starts a read-only view of a client’s account, with a reason; both its start and its end are audited.',
    body: z.object({ reason: line('Please give a reason', 300) }),
    reply: z.object({
      /** The portal’s page with a code that opens the view once, within a minute; relative where portal and desk share a host. */
      link: z.string(),
    }),
    errors: [viewErrors.erased],
  }),
  open: call('POST /user/view', 'anyone', {
    does: 'Exchanges the code of a view for its token.',
    body: z.object({ code: token }),
    reply: z.object({ token: z.string(), userId: id, name: z.string(), isDocsVerified: kycStatus, until: moment }),
    errors: [viewErrors.linkOver],
  }),
  end: call('POST /user/view/end', 'anyone', {
    does: 'Ends the view of a token.',
    body: z.object({ token }),
    reply: messageReply,
  }),
}
