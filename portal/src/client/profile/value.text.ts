import type { Reply } from '@sauda/contract/platform/call'
import type { KycStatus } from '@sauda/contract/client/kyc'
import type { profileCalls } from '@sauda/contract/client/profile'
import { frequencyNames, segmentKeys, segmentNames } from '@sauda/contract/core/setting-name'

export type AccountValues = Reply<typeof profileCalls.values>

export const valueText = {
  documents: {
    UNVERIFIED: 'Documents needed',
    PENDING: 'Under review',
    VERIFIED: 'Verified',
    REVOKED: 'New photos needed',
  } satisfies Record<KycStatus, string>,
  due: '{amount} due',
  nothingDue: 'Nothing to pay',
} as const

/** The current value of each entry of the account list by its path; of charges only that nothing is due. */
export function valuesByPath(values: AccountValues): Readonly<Record<string, string>> {
  const { isDocsVerified, bankAccount, segment, nominee, settlement, secondFactor } = values
  const enabled = segmentKeys.filter((key) => segment.inForce[key]).map((key) => segmentNames[key])
  return {
    '/account/personal-details': valueText.documents[isDocsVerified],
    '/account/bank': bankAccount || 'Not Added',
    '/account/segment': withRequest(enabled.join(', ') || 'None enabled', segment.request),
    '/account/nominee': withRequest(nomineeValue(nominee), nominee.request),
    '/account/fund-settlement': withRequest(frequencyNames[settlement.inForce.frequency], settlement.request),
    '/account/charges': valueText.nothingDue,
    '/account/security': factorNames[secondFactor ?? 'none'],
  }
}

const factorNames = { passkey: 'Passkey added', totp: 'Two-step login on', none: 'Password only' } as const

function nomineeValue({ count, optedOut }: AccountValues['nominee']): string {
  if (count > 0) return count === 1 ? '1 nominee' : `${count} nominees`
  return optedOut ? 'Opted out' : 'Not Added'
}

/** A change the client requested comes after the active value. */
function withRequest(active: string, request: AccountValues['segment']['request']): string {
  if (request === 'requested') return `${active} · change under review`
  return request === 'refused' ? `${active} · change rejected` : active
}
