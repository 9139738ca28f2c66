import * as z from 'zod/mini'
import { bankDetails } from '../money/bank.ts'
import { call, topics } from '../platform/call.ts'
import { id, messageReply, rupeesOut } from '../platform/field.ts'
import { imageErrorList, imageRules } from '../platform/image.ts'
import { kycStatus } from './kyc.ts'
import { segmentValue, settingStatus, settlementValue } from './setting.ts'

/** profile: a client's own data and photo. */

const profileFields = z.object({
  _id: id,
  name: z.string(),
  saudaId: z.string(),
  isDocsVerified: kycStatus,
  /** Path below the origin; empty without a photo. */
  profileImageUrl: z.string(),
  mobile: z.string(),
  email: z.string(),
  /** The whole PAN, for its owner; empty until verified. */
  panNumber: z.string(),
  /** `XXXX XXXX 1234`; empty until verified. */
  aadhaarNumber: z.string(),
  bankDetails,
  /** Whether the account holder is the person on the PAN card; missing until both are known. */
  isHolderVerified: z.optional(z.boolean()),
  /** The day of the penny-drop for which the bank returned the account holder’s name; missing without one to the current account. */
  bankVerifiedOn: z.optional(z.iso.date()),
})

/** A newer request that is pending or was rejected. */
const lastRequest = { request: z.optional(settingStatus) }

export const profileCalls = {
  read: call('GET /user/profile/:userId', 'client', {
    does: 'The client’s own profile; `data` repeats the fields for callers that expect them wrapped.',
    reads: ['profile', 'kyc', 'bank'],
    reply: z.extend(profileFields, { data: profileFields }),
  }),
  values: call('GET /user/account', 'client', {
    does: 'The current value behind each entry of the account list.',
    reads: topics,
    reply: z.object({
      isDocsVerified: kycStatus,
      /** Masked, `••••6666`; empty until the client adds bank details. */
      bankAccount: z.string(),
      segment: z.object({ inForce: segmentValue, ...lastRequest }),
      nominee: z.object({ count: z.number(), optedOut: z.boolean(), ...lastRequest }),
      settlement: z.object({ inForce: settlementValue, ...lastRequest }),
      /** Charges the client has not paid yet. */
      chargesDue: rupeesOut,
      secondFactor: z.nullable(z.enum(['passkey', 'totp'])),
    }),
  }),
  uploadPhoto: call('POST /user/upload-profile', 'client', {
    limit: imageRules.uploads,
    does: 'Replaces the profile photo.',
    images: { profile: 'required' },
    reply: z.extend(messageReply, { profileImageUrl: z.string() }),
    errors: imageErrorList,
  }),
  photo: call('GET /user/photo/:photoKey', 'anyone', {
    does: 'A profile photo under its unguessable name (256 random bits), so that an image tag can load it.',
    words: { photoKey: undefined },
    reply: 'image',
  }),
}
