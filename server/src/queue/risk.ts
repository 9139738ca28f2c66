import { formatRupees } from '@sauda/contract/money'
import { compareNames } from '@sauda/contract/name'
import type { CaseWarning } from '@sauda/contract/queue'
import { formatTime } from '../mail/mail.ts'
import type { Sql } from '../platform/db.ts'
import {
  findNames,
  quickWithdrawals,
  sameAccount,
  sameDevice,
  samePan,
  type Account,
  type ClientRef,
  type NamesRow,
} from './risk.sql.ts'

// What makes a case risky. Each fact has its own function; every case of a client shows those that hold, most serious
// first. They stop nothing: the operator decides, and the approval policy limits what one operator may do.

const changedDays = 7
/** Of one fact. */
const shown = 5

export type RiskSubject = {
  readonly clientId: string
  /** Of a deposit or withdrawal. */
  readonly requestId?: string
  /** Where a withdrawal goes; by default the client's bank details. */
  readonly account?: Account | undefined
}

/** Adds the risks of the client to what the feature itself warns of. */
export async function caseWarnings(sql: Sql, subject: RiskSubject, own: CaseWarning[] = []): Promise<CaseWarning[]> {
  const { clientId } = subject
  const names = await findNames(sql, clientId, changedDays)
  if (!names) return own
  const account = subject.account ?? accountOf(names)
  const [pans, accounts, withdrawals, devices] = await Promise.all([
    sharedPan(sql, clientId),
    sharedAccount(sql, clientId, account),
    quickWithdrawal(sql, subject),
    sharedDevice(sql, clientId),
  ])
  const risks = [
    ...pans,
    ...accounts,
    ...otherHolder(names, account),
    ...withdrawals,
    ...changedAccount(names),
    ...devices,
  ]
  return [...own, ...risks].toSorted((one, other) => rank[one.severity] - rank[other.severity])
}

const rank = { high: 0, medium: 1, low: 2 } as const satisfies Record<CaseWarning['severity'], number>

const aboutClient = (severity: CaseWarning['severity'], other: ClientRef, sentence: string): CaseWarning => ({
  severity,
  sentence,
  clientId: other.client_id,
})

async function sharedPan(sql: Sql, clientId: string): Promise<CaseWarning[]> {
  const others = await samePan(sql, clientId, shown)
  return others.map((other) => aboutClient('high', other, `${other.sauda_id} has the same PAN`))
}

async function sharedAccount(sql: Sql, clientId: string, account: Account | undefined): Promise<CaseWarning[]> {
  const others = account ? await sameAccount(sql, clientId, account, shown) : []
  return others.map((other) => aboutClient('high', other, `${other.sauda_id} has the same bank details`))
}

function otherHolder({ name, pan_name }: NamesRow, account: Account | undefined): CaseWarning[] {
  const expected = pan_name ?? name
  if (!account || compareNames(expected, account.holder) !== 'different') return []
  const source = pan_name === null ? 'the registered name' : 'the name on the PAN'
  return [
    { severity: 'high', sentence: `The account holder “${account.holder}” differs from ${source}, “${expected}”` },
  ]
}

async function quickWithdrawal(sql: Sql, { clientId, requestId }: RiskSubject): Promise<CaseWarning[]> {
  const pairs = await quickWithdrawals(sql, { clientId, requestId, days: changedDays }, shown)
  return pairs.map(({ deposit_id, deposited, withdrawal_id, withdrawn }) => ({
    severity: 'medium',
    sentence: `A deposit of ${formatRupees(deposited)} was followed by a withdrawal of ${formatRupees(withdrawn)} within a day`,
    transactionId: withdrawal_id === requestId ? deposit_id : withdrawal_id,
    clientId,
  }))
}

const changedAccount = ({ changed_at }: NamesRow): CaseWarning[] =>
  changed_at === null
    ? []
    : [{ severity: 'medium', sentence: `The client changed the bank details on ${formatTime(changed_at)}` }]

async function sharedDevice(sql: Sql, clientId: string): Promise<CaseWarning[]> {
  const others = await sameDevice(sql, clientId, shown)
  return others.map((other) =>
    aboutClient('low', other, `${other.sauda_id} is logged in from the same network with ${other.device}`),
  )
}

const accountOf = ({ holder_name, account_lookup, ifsc }: NamesRow): Account | undefined =>
  holder_name === null || account_lookup === null || ifsc === null
    ? undefined
    : { holder: holder_name, lookup: account_lookup, ifsc }
