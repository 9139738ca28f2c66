import type { adjustmentKinds, LedgerEvent } from '@sauda/contract/core/ledger'
import { formatRupees } from '@sauda/contract/platform/money'

/** Repayments and adjustments have no page of their own. */
export function causeAddress(event: LedgerEvent, causeId: string): string | undefined {
  if (event.startsWith('deposit.') || event.startsWith('withdrawal.')) return `/wallet/${causeId}`
  if (event === 'loan.accepted') return `/loan/${causeId}`
  if (event === 'charge.approved') return `/charge/${causeId}`
  if (event.startsWith('trade.') || event === 'opening.position') return `/trade/${causeId}`
  return undefined
}

type Kind = (typeof adjustmentKinds)[number]

export const kindNames: Record<Kind, string> = { credit: 'Credit', debit: 'Debit', cashback: 'Cashback' }

export function effectOf(kind: Kind, paise: bigint): string {
  const amount = formatRupees(paise)
  if (kind === 'credit') return `${amount} will be added to the balance.`
  if (kind === 'debit') return `${amount} will be debited from the balance.`
  return `${amount} will be credited as cashback.`
}

export const signedBy = (kind: Kind, paise: bigint): bigint => (kind === 'debit' ? -paise : paise)
