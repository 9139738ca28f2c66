// Mutants of the ledger's SQL, which Stryker cannot make: each must be killed by a test.
// node bench/mutation/sql.ts
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const ledger = 'server/migrations/0010-ledger.sql'
const wallet = 'server/migrations/0013-wallet.sql'
const grants = 'server/migrations/grants.sql'

const accounts = ['cash', 'invested', 'loan', 'cashback', 'withheld']
const mutants: [file: string, from: string, to: string][] = [
  ...accounts.map((account): [string, string, string] => [ledger, ` check (${account} >= 0)`, '']),
  ...accounts.map((account): [string, string, string] => [
    ledger,
    `${account} = l.${account} + d.${account}`,
    `${account} = l.${account}`,
  ]),
  [ledger, 'select unnest(p_debits), -unnest(p_amounts)', 'select unnest(p_debits), unnest(p_amounts)'],
  [ledger, 'where l.client_id = p_client', ''],
  [ledger, "if not found then raise exception 'client % has no ledger accounts', p_client; end if;", ''],
  [ledger, 'cardinality(p_amounts) = 0 or ', ''],
  [ledger, ' or 0 >= any (p_amounts)', ''],
  [ledger, 'constraint journal_once unique (event, cause_id)', 'check (true)'],
  [ledger, "as text check (value in (\n  'cash',", "as text check (true or value in (\n  'cash',"],
  [ledger, 'check (debit <> credit)', 'check (true)'],
  [ledger, ') returns void language plpgsql security definer', ') returns void language plpgsql'],
  [ledger, 'returns trigger language plpgsql security definer', 'returns trigger language plpgsql'],
  [ledger, 'create trigger journal_append_only', '-- '],
  [ledger, 'create trigger entry_append_only', '-- '],
  // Not journal_no_truncate: the foreign key of the entries prevents it first.
  [ledger, 'create trigger entry_no_truncate', '-- '],
  [
    'server/migrations/0030-reference.sql',
    'create unique index payment_reference_once',
    'create index payment_reference_once',
  ],
  [ledger, 'primary key (owner_id, key)', 'check (true)'],
  [grants, 'revoke insert, update, delete on client_ledger, journal, entry, migration from sauda_app;', ''],
  [grants, 'revoke update, delete on audit, audit_seal from sauda_app;', ''],
  [grants, 'revoke create on schema public from public;', 'grant create on schema public to public;'],
  [wallet, 'requests = w.requests + excluded.requests', 'requests = w.requests'],
]
const tests = [
  'ledger/ledger',
  'ledger/books',
  'ledger/once',
  'wallet/wallet',
  'wallet/wallet.race',
  'wallet/wallet.history',
]

const copy = mkdtempSync(join(tmpdir(), 'sauda-mutants-'))
for (const name of ['contract', 'server', 'scripts', 'package.json', 'vitest.config.ts', 'tsconfig.base.json'])
  cpSync(join(root, name), join(copy, name), { recursive: true, verbatimSymlinks: true })
symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))

function passes(): boolean {
  const args = [
    'vitest',
    'run',
    '--project',
    'server',
    '--bail',
    '1',
    ...tests.map((test) => `server/src/${test}.test.ts`),
  ]
  return spawnSync('npx', args, { cwd: copy, stdio: 'ignore' }).status === 0
}

if (!passes()) throw new Error('the tests fail without any mutant')
const survivors: string[] = []
for (const [file, from, to] of mutants) {
  const text = readFileSync(join(copy, file), 'utf8')
  if (!text.includes(from)) throw new Error(`${file} has no: ${from}`)
  writeFileSync(join(copy, file), text.replace(from, to))
  const survived = passes()
  if (survived) survivors.push(`${file}: ${from} → ${to}`)
  console.log(survived ? 'SURVIVED' : 'killed  ', from.replaceAll(/\s+/g, ' ').slice(0, 100))
  writeFileSync(join(copy, file), text)
}
console.log(`${mutants.length - survivors.length} of ${mutants.length} killed`)
rmSync(copy, { recursive: true })
