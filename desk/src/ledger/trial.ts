import { clientLedgerAccounts, type LedgerAccount } from '@sauda/contract/ledger'
import { paiseOf } from '@sauda/contract/money'
import type { Books } from './ledger.api.ts'

/** Paise; liabilities are credits, assets debits. */
export interface TrialLine {
  account: LedgerAccount
  debit: bigint
  credit: bigint
}

interface Trial {
  clients: readonly TrialLine[]
  broker: readonly TrialLine[]
  debits: bigint
  credits: bigint
}

export function trialOf(accounts: Books['accounts']): Trial {
  const lines = accounts.map(({ account, balance }): TrialLine => {
    const paise = paiseOf(balance)
    return { account, debit: paise < 0n ? -paise : 0n, credit: paise > 0n ? paise : 0n }
  })
  const isClients = ({ account }: TrialLine) => (clientLedgerAccounts as readonly string[]).includes(account)
  return {
    clients: lines.filter(isClients),
    broker: lines.filter((line) => !isClients(line)),
    debits: lines.reduce((sum, { debit }) => sum + debit, 0n),
    credits: lines.reduce((sum, { credit }) => sum + credit, 0n),
  }
}
