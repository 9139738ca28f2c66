import { bookNames, eventNames, type VoucherType } from '@sauda/contract/books/accounting'
import { nameOf } from '@sauda/contract/core/name'
import { clientLedgerAccounts, type LedgerAccount } from '@sauda/contract/core/ledger'
import type { EntryRow, JournalRow } from './accounting.sql.ts'

/** One line of a voucher: what a ledger is debited or credited with, in paise. */
export type VoucherLine = {
  readonly account: LedgerAccount
  readonly ledger: string
  readonly debit: bigint
  readonly credit: bigint
}

/** One journal; its sides are equal. */
export type Voucher = {
  readonly id: string
  readonly day: string
  readonly at: Date
  readonly type: VoucherType
  /** Number of its first ledger entry. */
  readonly number: string
  /** Reference of the request, trade or charge behind it. */
  readonly reference: string
  readonly client: string
  readonly clientName: string
  readonly narration: string
  readonly utr: string
  readonly lines: readonly VoucherLine[]
}

export type BankNames = ReadonlyMap<string, string>

/** Two accounts of one name are distinguished by the last digits, or by the id if a number is not known. */
export function bankNames(banks: readonly { id: string; name: string; ending: string | null }[]): BankNames {
  const named = banks.map(({ id, name, ending }) => ({ id, name: ending === null ? name : `${name} ${ending}` }))
  const isShared = (name: string) => named.filter((each) => each.name === name).length > 1
  return new Map(named.map(({ id, name }) => [id, isShared(name) ? `${name} ${id.slice(-6)}` : name]))
}

export const isOfClient = (account: LedgerAccount): boolean =>
  (clientLedgerAccounts as readonly LedgerAccount[]).includes(account)

/** By the client ID and without the client's name, which may change: a ledger must be the same in every export. */
export function ledgerName(
  account: LedgerAccount,
  { client, bank }: { readonly client: bigint | null; readonly bank: string | null },
  banks: BankNames,
): string {
  if (account === 'bank') return banks.get(bank ?? '') ?? bookNames.bank
  return isOfClient(account) && client !== null
    ? `${nameOf('client', client)} ${bookNames[account]}`
    : bookNames[account]
}

/** Money into or out of the bank makes a receipt or payment; between bank accounts alone it is a contra. */
function voucherTypeOf(lines: readonly VoucherLine[]): VoucherType {
  const inBank = lines.filter(({ account }) => account === 'bank')
  if (inBank.length === 0) return 'Journal'
  if (inBank.length === lines.length) return 'Contra'
  const change = inBank.reduce((sum, { debit, credit }) => sum + debit - credit, 0n)
  if (change === 0n) return 'Journal'
  return change > 0n ? 'Receipt' : 'Payment'
}

export function voucherOf(journal: JournalRow, entries: readonly EntryRow[], banks: BankNames): Voucher {
  const lines = linesOf(journal, entries, banks)
  const { client, reference, reason, utr, event } = journal
  const saudaId = client === null ? '' : nameOf('client', client)
  return {
    id: journal.id,
    day: journal.day,
    at: journal.at,
    type: voucherTypeOf(lines),
    number: `J${entries[0]?.id ?? ''}`,
    reference: reference ?? '',
    client: saudaId,
    clientName: journal.client_name ?? '',
    narration: [eventNames[event], reference, saudaId, utr && `UTR ${utr}`, reason].filter(Boolean).join(', '),
    utr: utr ?? '',
    lines,
  }
}

/** Debits first; entries of one ledger on the same side are one line. */
function linesOf(journal: JournalRow, entries: readonly EntryRow[], banks: BankNames): VoucherLine[] {
  const lines = (side: 'debit' | 'credit') => {
    const sums = new Map<LedgerAccount, bigint>()
    for (const entry of entries) sums.set(entry[side], (sums.get(entry[side]) ?? 0n) + entry.amount)
    return [...sums].map(([account, paise]) => ({
      account,
      ledger: ledgerName(account, journal, banks),
      debit: side === 'debit' ? paise : 0n,
      credit: side === 'credit' ? paise : 0n,
    }))
  }
  return [...lines('debit'), ...lines('credit')]
}
