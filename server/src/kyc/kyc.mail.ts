import { kycDocumentNames, type KycDocumentName } from '@sauda/contract/kyc'
import type { Config } from '../config.ts'
import { composeMail, type Recipient } from '../mail/mail.ts'

const cards = { pan: 'PAN card', aadhaar: 'Aadhaar card' } as const satisfies Record<KycDocumentName, string>

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
      `Open your account area: ${publicUrl}/account/home`,
    ])
  const photos = rejected.map((name) => cards[name]).join(' and your ')
  return composeMail(client, `Please resend your ${photos} photo${rejected.length > 1 ? 's' : ''}`, [
    ...accepted.map((name) => `Your ${cards[name]} is accepted.`),
    ...rejected.map((name) => `We need a new photo of your ${cards[name]}. Reason: ${outcomes[name]?.reason}`),
    `What to do: log in at ${publicUrl}/account/profile, press "Verify Now" and send a new photo of your ${photos}.`,
  ])
}
