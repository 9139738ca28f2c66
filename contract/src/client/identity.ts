import * as z from 'zod/mini'
import { call } from '../platform/call.ts'
import { forClients } from '../platform/client-text.ts'
import { commonErrors, conflict, invalid } from '../platform/error.ts'
import { anyPersonName, day, line, messageReply, secondFields } from '../platform/field.ts'
import { imageErrorList } from '../platform/image.ts'
import { kycErrors } from './kyc.ts'
import { panNumber } from './pan-aadhaar.ts'

/** identity: the name, PAN or date of birth of a verified client is corrected at the desk. */

const identity = {
  name: z.optional(forClients(anyPersonName('Enter the correct name'))),
  number: z.optional(panNumber),
  bornOn: z.optional(day('Enter the date of birth as YYYY-MM-DD')),
} as const

type IdentityInput = { [Name in keyof typeof identity]?: string | undefined }

export const identityErrors = {
  unverified: conflict(
    'Only a verified client’s details can be corrected here. Otherwise they are entered with the decision on the documents.',
  ),
  same: invalid('These details are the same as before. Enter what changes.'),
  notBorn: invalid('The date of birth lies in the future'),
  panTaken: conflict(
    'Another client has this PAN. Reopen the PAN card under Documents to accept a PAN twice with a reason.',
  ),
} as const

const r = identityErrors

export const identityCalls = {
  correct: call('POST /desk/clients/:clientId/identity', 'kyc.review', {
    does: 'Proposes another name, PAN or date of birth for a verified client, with a reason and, if there is one, a photo of the evidence; a second operator must approve it.',
    images: { evidence: 'optional' },
    body: z.object({ ...identity, reason: line('Please give the reason', 300) }).check(
      z.refine<IdentityInput>(({ name, number, bornOn }) => [name, number, bornOn].some((each) => each !== undefined), {
        path: ['name'],
        error: 'Enter the correct name, PAN or date of birth',
      }),
    ),
    reply: z.extend(messageReply, secondFields),
    errors: [
      ...imageErrorList,
      r.unverified,
      r.same,
      r.notBorn,
      r.panTaken,
      kycErrors.awaitsSecond,
      commonErrors.accountClosed,
      commonErrors.notFound,
    ],
  }),
}
