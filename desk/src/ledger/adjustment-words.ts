import type { adjustmentKinds } from '@sauda/contract/ledger'
import { formatRupees } from '@sauda/contract/money'
import type { Adjustment } from './ledger.api.ts'

type Kind = (typeof adjustmentKinds)[number]

export const kindNames: Record<Kind, string> = { credit: 'Credit', debit: 'Debit', cashback: 'Cashback' }

/** What the client's money does when it is approved. */
export function effectOf(kind: Kind, paise: bigint): string {
  const amount = formatRupees(paise)
  if (kind === 'credit') return `${amount} is added to the balance.`
  if (kind === 'debit') return `${amount} is taken from the balance.`
  return `${amount} of cashback is given.`
}

/** Taken is a loss to the client, given a gain. */
export const signedBy = (kind: Kind, paise: bigint): bigint => (kind === 'debit' ? -paise : paise)

/** Nobody approves their own request; taking it back is theirs. */
export const isOwn = ({ requestedById }: Pick<Adjustment, 'requestedById'>, myId: string | undefined): boolean =>
  requestedById === myId
