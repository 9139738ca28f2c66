import { kycDocumentNames } from '@sauda/contract/kyc'
import type { KycDocumentName } from '@sauda/contract/kyc'
import type { Config } from '../platform/config.ts'

const cards = { pan: 'PAN card', aadhaar: 'Aadhaar card' } as const satisfies Record<KycDocumentName, string>

type Outcomes = Partial<Record<KycDocumentName, { readonly accepted: boolean; readonly reason: string | null }>>

/** What the client reads after a decision: done, or exactly what to send again and why. */
export function decisionMail(
  { brandName, publicUrl }: Pick<Config, 'brandName' | 'publicUrl'>,
  client: { readonly name: string; readonly email: string },
  outcomes: Outcomes,
) {
  const refused = kycDocumentNames.filter((name) => outcomes[name]?.accepted === false)
  const accepted = kycDocumentNames.filter((name) => outcomes[name]?.accepted === true)
  const body =
    refused.length === 0
      ? [
          'Your documents are verified. You can now add funds and use every part of the portal.',
          `Open it here: ${publicUrl}/account/home`,
        ]
      : [
          ...accepted.map((name) => `Your ${cards[name]} is accepted.`),
          ...refused.map((name) => `We need a new photo of your ${cards[name]}. Reason: ${outcomes[name]?.reason}`),
          `What to do: log in at ${publicUrl}/account/profile, press "Verify Now" and send a new photo of your ${refused
            .map((name) => cards[name])
            .join(' and your ')}.`,
        ]
  return {
    to: client.email,
    subject:
      refused.length === 0 ? `Your documents are verified at ${brandName}` : `${brandName} needs a document again`,
    text: `${[`Hello ${client.name},`, ...body].join('\n\n')}\n`,
  }
}
