import type { Reply } from '@sauda/contract/platform/call'
import { type LedgerAccount, ledgerCalls, ledgerRules } from '@sauda/contract/core/ledger'
import { sendIdempotent, useCall, usePages } from '../../shell/api.ts'

export type Books = Reply<typeof ledgerCalls.books>
export type Entry = Reply<typeof ledgerCalls.accountEntries>['entries'][number]
export type Adjustment = Reply<typeof ledgerCalls.adjustments>['adjustments'][number]
/** Every read checks all balances again. */
export const useBooks = () => useCall(ledgerCalls.books, {})

const byId = {
  nextOf: ({ entries }: { entries: readonly Entry[] }) =>
    entries.length < ledgerRules.pageRows ? undefined : entries.at(-1)?.id,
} as const

export const useEntries = (clientId: string) => usePages(ledgerCalls.entries, { params: { clientId } }, byId)

export const useAccountEntries = (account: LedgerAccount) =>
  usePages(ledgerCalls.accountEntries, { params: { account } }, byId)

export const useAdjustments = () => useCall(ledgerCalls.adjustments, {})

export const decideAdjustment = (adjustmentId: string, approve: boolean) =>
  sendIdempotent(approve ? ledgerCalls.approveAdjustment : ledgerCalls.rejectAdjustment, { params: { adjustmentId } })
