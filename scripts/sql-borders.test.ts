import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from './child.ts'

/**
 * Which group of the server reads or writes which tables of another group in SQL. A new reference is entered here, or
 * better replaced by a function of the group that owns the table. Tables of platform and core are open to every group.
 */
const reads: Readonly<Record<string, string>> = {
  books:
    'adjustment bank_line bank_link broker_bank charge client contract corporate_action dp_charge exchange_trade instrument kyc_document levy_adjustment loan loan_repayment lot operator replaced_lot setting_request settlement_release trade trade_reversal wallet_request',
  broker:
    'bank_details bank_line bank_opening bank_statement broker_bank charge client kyc_identity loan payment_reference trade wallet_request',
  client:
    'bank_details calendar_day charge contract_note exchange_trade loan lot operator trade_day wallet_request withdrawal_pause',
  core: 'adjustment bank_details bank_line bank_link bank_payment bank_statement break_glass broker_bank charge client client_import closure contract corporate_action data_export exchange_file exchange_trade fair_value fair_value_list imported_client instrument isin_successor kyc_identity loan message_template missing_line operator payer_account payment_reference payout_batch payout_stop reply role_rights setting_request shortage statement_contradiction trade trade_reversal wallet_request withdrawal_pause',
  money: 'calendar_day clearing_obligation client closure exchange_trade kyc_identity operator setting_request trade',
  trading: 'bank_payment broker_bank client operator',
}

/** Tables of another group that a group changes. */
const writes: Readonly<Record<string, string>> = {
  core: 'adjustment bank_statement break_glass data_export payer_account payment_reference payout_stop reply',
}

const read = (path: string): string => readFileSync(join(root, path), 'utf8')

/** The group of each table and view, from the headings of the generated schema. */
function ownersOf(schema: string): Map<string, string> {
  const owners = new Map<string, string>()
  let group = ''
  for (const line of schema.split('\n')) {
    group = /^-- -{20} (\w+)/.exec(line)?.[1] ?? group
    const table = /^create (?:table|view) (\w+)/.exec(line)?.[1]
    if (table) owners.set(table, group)
  }
  return owners
}

const reference = /\b(from|join|into|update|delete from|using|truncate)\s+(?:only\s+)?([a-z_]+)\b/g
const isWrite = (keyword: string): boolean => /^(into|update|delete from|truncate)$/.test(keyword)

/** The tables of other groups in a text of SQL. */
function foreignTables(group: string, text: string, owners: Map<string, string>): { table: string; writes: boolean }[] {
  return [...text.matchAll(reference)].flatMap(([, keyword = '', table = '']) => {
    const owner = owners.get(table)
    if (owner === undefined || owner === group || owner === 'platform' || owner === 'core') return []
    return [{ table, writes: isWrite(keyword) }]
  })
}

const listed = (found: Map<string, Set<string>>): Record<string, string> =>
  Object.fromEntries([...found].sort().map(([group, tables]) => [group, [...tables].sort().join(' ')]))

describe('SQL of a group names tables of another group only where listed', () => {
  const owners = ownersOf(read('server/schema.sql'))
  const found = { reads: new Map<string, Set<string>>(), writes: new Map<string, Set<string>>() }
  for (const path of globSync('server/src/*/*/*.sql.ts', { cwd: root })) {
    const [, , group = ''] = path.split('/')
    if (group === 'operation' || group === 'app') continue
    for (const { table, writes: changes } of foreignTables(group, read(path), owners)) {
      const tables = changes ? found.writes : found.reads
      tables.set(group, (tables.get(group) ?? new Set()).add(table))
    }
  }

  test('reads', () => expect(listed(found.reads)).toEqual(reads))
  test('writes', () => expect(listed(found.writes)).toEqual(writes))

  test('a read, a write and a lock are told apart', () => {
    const tables = new Map([
      ['loan', 'money'],
      ['client', 'client'],
    ])
    const text = `select from client c join loan l on true for update; update loan set x = 1; insert into client default values`
    expect(foreignTables('books', text, tables)).toEqual([
      { table: 'client', writes: false },
      { table: 'loan', writes: false },
      { table: 'loan', writes: true },
      { table: 'client', writes: true },
    ])
    expect(foreignTables('client', 'select from client', tables)).toEqual([])
  })
})
