import { type kycCorrections, kycDocumentNames, type KycDocumentName } from '@sauda/contract/client/kyc'
import type { Config } from '../../config.ts'
import { buttonBlock, composeMail, type Recipient } from '../../core/mail/mail.ts'

const cards = { pan: 'PAN card', aadhaar: 'Aadhaar card' } as const satisfies Record<KycDocumentName, string>

export const cardsText = (documents: readonly KycDocumentName[]): string =>
  documents.map((name) => cards[name]).join(' and ')

type Outcomes = Partial<Record<KycDocumentName, { readonly accepted: boolean; readonly reason: string | null }>>

export function decisionMail(
  { brandName, publicUrl }: Pick<Config, 'brandName' | 'publicUrl'>,
  client: Recipient,
  outcomes: Outcomes,
) {
  const rejected = kycDocumentNames.filter((name) => outcomes[name]?.accepted === false)
  const accepted = kycDocumentNames.filter((name) => outcomes[name]?.accepted === true)
  if (rejected.length === 0)
    return composeMail(client, `You're verified. Welcome to ${brandName}`, [
      'Your documents are verified. You can now add funds and start trading.',
      buttonBlock('Open your account area', `${publicUrl}/account/home`),
    ])
  const photos = rejected.map((name) => cards[name]).join(' and your ')
  return composeMail(client, `Please resend your ${photos} photo${rejected.length > 1 ? 's' : ''}`, [
    ...accepted.map((name) => `Your ${cards[name]} is accepted.`),
    ...rejected.map((name) => `We need a new photo of your ${cards[name]}. Reason: ${outcomes[name]?.reason}`),
    buttonBlock('Open your profile', `${publicUrl}/account/profile`, {
      text: `What to do: log in at ${publicUrl}/account/profile, press "Verify Now" and send a new photo of your ${photos}.`,
      lead: `What to do: log in, press "Verify Now" on your profile and send a new photo of your ${photos}.`,
    }),
  ])
}

type Correction = {
  readonly correction: (typeof kycCorrections)[number]
  readonly documents: readonly KycDocumentName[]
  readonly reason: string
}

export function correctionMail(
  { publicUrl }: Pick<Config, 'publicUrl'>,
  client: Recipient,
  { correction, documents, reason }: Correction,
) {
  const named = documents.map((name) => cards[name]).join(' and your ')
  const effect =
    'Until your documents are verified again, you cannot add funds, request a loan, buy, or change settings and bank details. Your balance and positions are not affected: they remain yours, and you can withdraw to your bank account, write to us and close your account as usual.'
  if (correction === 'reopen')
    return composeMail(client, `Verification reopened: we are checking your ${named} again`, [
      `Your verification is reopened. We are checking your ${named} again. Reason: ${reason}`,
      'Your account can be used as before meanwhile.',
      'You do not need to do anything now. We will write to you when the check is complete.',
    ])
  return composeMail(client, `Verification revoked: please send your ${named} again`, [
    `Your verification was revoked. We need a new photo of your ${named}. Reason: ${reason}`,
    effect,
    buttonBlock('Open your profile', `${publicUrl}/account/profile`, {
      text: `What to do: log in at ${publicUrl}/account/profile, press "Send New Photos" and send a new photo of your ${named}.`,
      lead: `What to do: log in, press "Send New Photos" on your profile and send a new photo of your ${named}.`,
    }),
  ])
}

type Corrected = {
  readonly parts: readonly string[]
  readonly name?: string | undefined
  /** Masked. */
  readonly panNumber?: string | undefined
  readonly bornOn?: string | undefined
}

export const namedParts = (parts: readonly string[]): string =>
  [parts.slice(0, -1).join(', '), ...parts.slice(-1)].filter((each) => each !== '').join(' and ')

/** Neither the whole PAN nor the date of birth, because a mail is not confidential. */
export function identityMail(
  { supportEmail }: Pick<Config, 'supportEmail'>,
  client: Recipient,
  { parts, name, panNumber, bornOn }: Corrected,
) {
  const corrected = namedParts(parts)
  return composeMail(
    { ...client, name: name ?? client.name },
    `Your ${corrected} in our records ${parts.length > 1 ? 'were' : 'was'} corrected`,
    [
      `We corrected your ${corrected} in our records.`,
      ...(name === undefined ? [] : [`Name: ${name} (before: ${client.name}).`]),
      ...(panNumber === undefined ? [] : [`PAN: ${panNumber}.`]),
      ...(bornOn === undefined ? [] : ['Your date of birth was corrected. It is not repeated in this e-mail.']),
      'Your statements and tax reports have the corrected details from now on.',
      `What to do: if you did not ask for this or something is wrong, write to ${supportEmail}.`,
    ],
  )
}
