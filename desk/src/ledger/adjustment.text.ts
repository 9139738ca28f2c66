import type { adjustmentKinds } from '@sauda/contract/ledger'
import { formatRupees } from '@sauda/contract/money'

type Kind = (typeof adjustmentKinds)[number]

export const kindNames: Record<Kind, string> = { credit: 'Credit', debit: 'Debit', cashback: 'Cashback' }

export function effectOf(kind: Kind, paise: bigint): string {
  const amount = formatRupees(paise)
  if (kind === 'credit') return `${amount} will be added to the balance.`
  if (kind === 'debit') return `${amount} will be debited from the balance.`
  return `${amount} will be credited as cashback.`
}

export const signedBy = (kind: Kind, paise: bigint): bigint => (kind === 'debit' ? -paise : paise)
