import * as z from 'zod/mini'
import { lastFourOf } from '../platform/code-text.ts'
import { panNumber } from './pan-aadhaar.ts'
import { caseReads } from '../core/notice.ts'
import { call } from '../platform/call.ts'
import { forClients } from '../platform/client-text.ts'
import { anyPersonName, clientFields, id, line, moment, messageReply, secondFields } from '../platform/field.ts'
import { imageErrorList, imageRules } from '../platform/image.ts'
import { alreadyDecided, conflict, invalid } from '../platform/error.ts'
import { caseWarnings, claimFields, targetField } from '../core/queue.ts'
import { replyErrorList, replyImages, replyInput, replyRules, replyViews } from '../core/reply.ts'

/** kyc: a client's PAN and Aadhaar photos, and the desk's decision on each. */

/** REVOKED: verified once, and withdrawn until new documents are accepted. */
export const kycStatus = z.enum(['UNVERIFIED', 'PENDING', 'VERIFIED', 'REVOKED'])
export type KycStatus = z.infer<typeof kycStatus>

/** The permissions of a status; reading, complaints and closing the account are always permitted. */
export const mayDeposit = (status: string | null): boolean => status === 'VERIFIED'
export const mayBuy = mayDeposit
export const mayBorrow = mayDeposit
/** The client's own money may be withdrawn to the verified bank account. */
export const mayWithdraw = (status: string | null): boolean => status === 'VERIFIED' || status === 'REVOKED'
/** Settings and bank details, which clients may also enter before they are verified. */
export const mayChangeSettings = (status: string | null): boolean => status !== 'REVOKED'

export const kycDocumentNames = ['pan', 'aadhaar'] as const
export type KycDocumentName = (typeof kycDocumentNames)[number]
const noDocument = { error: 'Choose the PAN card, the Aadhaar card or both' }

/** `waiting`: pending review. `refused`: re-upload requested, with a reason. */
export const documentStatus = z.enum(['missing', 'waiting', 'accepted', 'refused'])
export type DocumentStatus = z.infer<typeof documentStatus>

export const kycRules = {
  /** Shorter side, in pixels: below this the browser warns that a card cannot be read. */
  readablePixels: 600,
  reasonLength: 300,
} as const

const photoReasons = [
  'The photo is blurred',
  'The photo is too dark or has glare',
  'Part of the card is cut off',
] as const
const otherName = 'The name differs from your registered name'

/** The reasons an operator picks from; free text may follow. */
export const kycReasons = {
  pan: [...photoReasons, 'This is not the front of a PAN card', otherName],
  aadhaar: [
    ...photoReasons,
    'This is not the front of an Aadhaar card',
    'The first 8 digits of the Aadhaar number must be covered',
    otherName,
  ],
} as const satisfies Record<KycDocumentName, readonly string[]>

const documentView = z.object({
  status: documentStatus,
  /** Why a re-upload was requested; only with status refused. */
  reason: z.optional(z.string()),
  uploadedAt: z.optional(moment),
})
export const documentViews = z.object({ pan: documentView, aadhaar: documentView })

const reason = forClients(line('Please give a reason the client can act on', kycRules.reasonLength))

export const panDecision = z.object({
  accept: z.boolean({ error: 'Choose Accept or Re-upload for the PAN card' }),
  number: z.optional(panNumber),
  name: z.optional(forClients(anyPersonName('Enter the name as on the PAN card'))),
  reason: z.optional(reason),
  /** Why another client's PAN is accepted a second time; for operators only. */
  samePanReason: z.optional(line('Give a reason for using this PAN twice', kycRules.reasonLength)),
})
export const aadhaarDecision = z.object({
  accept: z.boolean({ error: 'Choose Accept or Re-upload for the Aadhaar card' }),
  last4: z.optional(
    z
      .string()
      .check(z.overwrite(lastFourOf), z.regex(/^\d{4}$/, { error: 'Enter the last 4 digits of the Aadhaar number' })),
  ),
  reason: z.optional(reason),
})

const otherClient = z.object(clientFields)

export const aadhaarQrRules = {
  /** Characters of its bytes as base64: those of the largest QR code of digits. */
  characters: 3928,
  name: 100,
  date: 20,
} as const

/**
 * signed: UIDAI signed it. expired: with a certificate that was not valid on the day of the code. unknown: no certificate of
 * that day is known. forged: the signature matches no certificate of that day, or it is no code of UIDAI.
 */
const aadhaarQrResult = z.enum(['signed', 'expired', 'unknown', 'forged'])

/** The Secure QR on the photo of an Aadhaar card; nothing else of it is stored. */
const aadhaarQr = z.object({
  result: aadhaarQrResult,
  /** The details only if UIDAI signed them. */
  name: z.optional(z.string()),
  /** `1990-12-31`, or as the card has it. */
  dateOfBirth: z.optional(z.string()),
  last4: z.optional(z.string()),
})
export type AadhaarQr = z.infer<typeof aadhaarQr>

export const kycErrors = {
  bothNeeded: invalid('Both photos are needed: the front of your PAN card and the front of your Aadhaar card'),
  panNeeded: invalid('Please add a photo of the front of your PAN card'),
  aadhaarNeeded: invalid('Please add a photo of the front of your Aadhaar card'),
  alreadyWaiting: conflict('Your documents are already with us. Please wait while we verify them.'),
  alreadyVerified: conflict('Your documents are already verified'),
  panAccepted: conflict('Your PAN card is already accepted. Please send only your Aadhaar card.'),
  aadhaarAccepted: conflict('Your Aadhaar card is already accepted. Please send only your PAN card.'),
  nothingWaiting: conflict('These documents are not awaiting a decision'),
  decideBoth: invalid('Choose Accept or Re-upload for every pending document'),
  panDetails: invalid('Enter the PAN and the name as on the card to accept it'),
  aadhaarDetails: invalid('Enter the last 4 digits of the Aadhaar number to accept it'),
  newerPhotos: conflict('The client sent new photos after you opened this case. Review them before you decide.'),
  reasonNeeded: invalid('Please give a reason the client can act on'),
  forgedQr: invalid(
    'The QR code on this Aadhaar card is not signed by UIDAI, so the card cannot be accepted. Request a new photo of the original card.',
  ),
  samePan: invalid('Another client has this PAN. To accept it, give a reason; a second operator must approve it.'),
  awaitsSecond: conflict(
    'A request about these documents awaits a second operator. It must be approved or rejected first.',
  ),
  notVerified: conflict('Only documents of a verified client can be reopened or revoked'),
  noPhotos: conflict(
    'There is no accepted photo to review again. Revoke the verification, so that the client sends one.',
  ),
} as const

/**
 * reopen: the same photos are reviewed again, and the status stays until they are decided. revoke: the verification is
 * withdrawn until the client's new photos are accepted.
 */
export const kycCorrections = ['reopen', 'revoke'] as const

const r = kycErrors

export const kycCalls = {
  upload: call('POST /user/upload-docs', 'client', {
    limit: imageRules.uploads,
    does: 'Accepts photos of missing or re-requested documents and adds them to the desk’s queue.',
    images: { pan: 'optional', aadhaar: 'optional' },
    body: z.object({
      /** The bytes of the Secure QR that the browser read from the Aadhaar photo, if it has one. */
      aadhaarQr: z.optional(
        z
          .string()
          .check(
            z.maxLength(aadhaarQrRules.characters, { error: 'This is not the QR code of an Aadhaar card' }),
            z.regex(/^[A-Za-z0-9+/]+={0,2}$/, { error: 'This is not the QR code of an Aadhaar card' }),
          ),
      ),
    }),
    reply: z.extend(messageReply, { user: z.object({ isDocsVerified: kycStatus }) }),
    errors: [
      ...imageErrorList,
      r.bothNeeded,
      r.panNeeded,
      r.aadhaarNeeded,
      r.alreadyWaiting,
      r.alreadyVerified,
      r.panAccepted,
      r.aadhaarAccepted,
    ],
  }),
  status: call('GET /user/kyc', 'client', {
    does: 'The status of each document, and why a re-upload was requested.',
    reads: ['kyc'],
    reply: z.object({ isDocsVerified: kycStatus, documents: documentViews, ...targetField }),
  }),
  reply: call('POST /user/kyc/reply', 'client', {
    limit: replyRules.limit,
    does: 'Answers a requested re-upload with text, a photo of a document, or both; the same card photos go back to the desk’s queue.',
    images: replyImages,
    body: replyInput,
    reply: z.extend(messageReply, { isDocsVerified: kycStatus }),
    errors: replyErrorList,
  }),
  submission: call('GET /desk/kyc/:clientId', 'kyc.review', {
    does: 'The client’s registered name, the status of each document and earlier decisions.',
    reads: caseReads('clientId', 'kyc/:clientId'),
    reply: z.object({
      ...clientFields,
      isDocsVerified: kycStatus,
      /** Upload time of the oldest pending photo, to be sent with the decision. */
      since: z.optional(moment),
      documents: documentViews,
      /** A decision or correction that awaits a second operator. */
      proposal: z.optional(z.object({ _id: id, summary: z.string() })),
      /** Earlier decisions, newest first. */
      history: z.array(
        z.object({
          document: z.enum(kycDocumentNames),
          status: documentStatus,
          reason: z.optional(z.string()),
          operatorName: z.string(),
          operatorId: z.optional(id),
          at: moment,
        }),
      ),
      /** Masked, `ABC••••34E`. */
      panNumber: z.optional(z.string()),
      panName: z.optional(z.string()),
      dateOfBirth: z.optional(z.string()),
      aadhaarNumber: z.optional(z.string()),
      aadhaarQr: z.optional(aadhaarQr),
      samePan: z.array(otherClient),
      replies: replyViews,
      warnings: caseWarnings,
      ...claimFields,
    }),
  }),
  proof: call('GET /desk/kyc/:clientId/replies/:replyId', 'kyc.review', {
    does: 'The photo sent with a reply; every view is written to the audit log.',
    reply: 'image',
  }),
  image: call('GET /desk/kyc/:clientId/:document', 'kyc.review', {
    does: 'The photo; every view is written to the audit log.',
    words: { document: kycDocumentNames },
    reply: 'image',
  }),
  checkPan: call('POST /desk/kyc/:clientId/check-pan', 'kyc.review', {
    does: 'Other clients with this PAN.',
    reads: [],
    body: z.object({ number: panNumber }),
    reply: z.object({ samePan: z.array(otherClient) }),
  }),
  decide: call('POST /desk/kyc/:clientId/decide', 'kyc.review', {
    does: 'Accepts each pending document or requests a re-upload, audits it and mails the client. A PAN that another client has needs a reason and a second operator.',
    body: z.object({
      pan: z.optional(panDecision),
      aadhaar: z.optional(aadhaarDecision),
      /** `since` of the reviewed submission; with newer photos the decision is rejected. */
      since: z.optional(moment),
    }),
    reply: z.object({ isDocsVerified: kycStatus, samePan: z.array(otherClient), ...secondFields }),
    errors: [
      r.forgedQr,
      r.samePan,
      r.awaitsSecond,
      r.nothingWaiting,
      alreadyDecided('another operator'),
      r.newerPhotos,
      r.decideBoth,
      r.panDetails,
      r.aadhaarDetails,
      r.reasonNeeded,
    ],
  }),
  correct: call('POST /desk/kyc/:clientId/correct', 'kyc.review', {
    does: 'Reopens accepted documents for another review, or revokes them so that the client sends new photos, with a reason the client reads; a second operator must approve it.',
    body: z.object({
      correction: z.enum(kycCorrections, { error: 'Choose Reopen or Revoke' }),
      documents: z
        .array(z.enum(kycDocumentNames, noDocument))
        .check(z.minLength(1, noDocument), z.maxLength(2, { error: 'Choose each document once' })),
      reason,
    }),
    reply: z.object({ isDocsVerified: kycStatus, ...secondFields }),
    errors: [r.awaitsSecond, r.notVerified, r.noPhotos],
  }),
}
