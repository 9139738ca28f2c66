import { formatRupees } from '@sauda/contract/platform/money'
import type { Config } from '../../config.ts'
import { otherPayerText, payerAccountOf, payerDoubtOf, unreadablePayer } from '../ledger/payer.ts'
import type { Sql, Tx } from '../../platform/db.ts'
import {
  type Deposit,
  type EntryProof,
  insertPayer,
  type ProofLine,
  proofLines,
  textsOfDeposits,
} from './proposal.sql.ts'

// Whether a bank line is proof enough for one operator (settled, section 14).

type Proof = {
  /** The line that proves the deposit. */
  readonly lineId?: string
  /** Why the line does not prove it, and who could approve; empty also if there is no line. */
  readonly faults: readonly string[]
  /** The fault that another person paid, at any amount. */
  readonly otherPayer?: string
}

type DepositOfOperator = Deposit & { readonly operatorId: string }

/** The proof by the first of several lines with this amount and reference that proves the deposit, else by the first line. */
export async function proofOf(sql: Sql, deposit: DepositOfOperator, config: Pick<Config, 'approvals'>) {
  let first: Proof | undefined
  for (const line of await proofLines(sql, deposit)) {
    const other = otherPayer(line)
    const faults = [...payerFaults(line), ...(await faultsOf(sql, deposit, line, config))]
    if (faults.length === 0) return { lineId: line.id, faults }
    first ??= { faults, ...(other !== undefined && { otherPayer: other }) }
  }
  return first
}

async function faultsOf(sql: Sql, deposit: DepositOfOperator, line: ProofLine, config: Pick<Config, 'approvals'>) {
  const { importer } = line
  const { depositRepeated } = config.approvals
  return [
    ...statementFaults(line, deposit.operatorId),
    !line.isOlder &&
      !(await isKnownPayer(sql, deposit.clientId, line)) &&
      `The request was made after ${importer} imported the bank entry, and the client has not paid from this account before. A second operator can approve it`,
    deposit.amount > depositRepeated &&
      !line.isRepeated &&
      `The amount is above ${formatRupees(depositRepeated)}, and no later statement has repeated the bank entry. Import a later statement of these days, or ask a second operator`,
  ].filter((fault) => fault !== false)
}

/** Why its statement does not prove a bank entry to this operator. */
export function statementFaults(line: EntryProof, operatorId: string): string[] {
  const { fileName, importer, importerId, isAccepted, isContradicted } = line
  return [
    !isAccepted &&
      `The bank entry is from ${fileName}, which does not continue from the last confirmed entry of this bank account. An operator other than ${importer} can enter the bank’s balance under Import statement`,
    isContradicted &&
      `A later statement does not have the bank entry, or has it with another balance. Resolve this under Import statement`,
    importerId === operatorId &&
      `You imported ${fileName}, which has the bank entry. An operator who did not import it can approve this alone`,
  ].filter((fault) => fault !== false)
}

/** The client, or whoever holds the client's bank account, must be the payer, unless a second operator confirmed the account. */
const doubtOf = (line: ProofLine) => payerDoubtOf(line.text, { names: namesOf(line), accounts: line.accounts })

function otherPayer(line: ProofLine): string | undefined {
  const doubt = doubtOf(line)
  return typeof doubt === 'object'
    ? `${otherPayerText(doubt.other, line.clientName, line.holderName)}. A second operator must compare both names`
    : undefined
}

function payerFaults(line: ProofLine): string[] {
  if (doubtOf(line) === 'unreadable')
    return [`${unreadablePayer}. A second operator can open the entry, find out who paid and approve it`]
  return [otherPayer(line)].filter((fault) => fault !== undefined)
}

const namesOf = ({ clientName, holderName }: Pick<ProofLine, 'clientName' | 'holderName'>): string[] =>
  holderName === null ? [clientName] : [clientName, holderName]

async function isKnownPayer(sql: Sql, clientId: string, { text, accounts }: ProofLine): Promise<boolean> {
  const account = payerAccountOf(text)
  if (account === undefined) return false
  if (accounts.includes(account)) return true
  return (await textsOfDeposits(sql, clientId)).some((earlier) => payerAccountOf(earlier) === account)
}

/** The second operator saw both names, or that the bank gave none; from now on the account counts as one from which this client is paid. */
export async function confirmPayer(tx: Tx, deposit: DepositOfOperator): Promise<void> {
  const { clientId, operatorId } = deposit
  const [line] = await proofLines(tx, deposit)
  const account = line && payerAccountOf(line.text)
  if (!line || account === undefined || doubtOf(line) === undefined) return
  await insertPayer(tx, { clientId, account, operatorId })
}
