import { readdirSync, readFileSync } from 'node:fs'
import { firstRows, heading, type Query, type Row } from './schema.rows.sql.ts'

/** The features in the order of reading, with their tables and views. A new table is named here. */
const features: Readonly<Record<string, string>> = {
  platform:
    'migration installation readiness throttle secret_mark secret_key_use hash_key data_key loose_file file_to_back_up backup',
  'core/audit': 'audit_era audit audit_seal audit_head refusal',
  'broker/operator': 'operator role_rights break_glass data_export',
  'client/client': 'client pending_registration client_import imported_client',
  'core/session': 'session known_browser totp recovery_code passkey used_challenge one_time_code challenge',
  'core/mail and core/notice': 'mail notice notification',
  'core/ledger':
    'client_ledger journal entry ledger_day ledger_day_point clearing_settlement client_settlement books_point books_run idempotency',
  'core/queue, core/approval and core/sent-file': 'proposal sent_file queue_claim queue_hold',
  'money/broker-bank and money/bank-day': 'broker_bank bank_opening bank_balance bank_day',
  'money/bank': 'bank_details payer_account withdrawal_pause',
  'money/payout': 'payout_layout payout_batch payout_file payout_answer payout_stop',
  'money/wallet': 'deposit_intent wallet_request wallet_count payment_reference payout settlement settlement_retention',
  'money/charge': 'charge adjustment',
  'money/loan': 'loan loan_repayment',
  'money/reconciliation':
    'statement_layout bank_statement bank_line bank_link withdrawn_line statement_contradiction bank_payment missing_line penny_drop',
  'trading/trade and corporate-action': 'trade trade_reversal lot securities_opening corporate_action replaced_lot',
  'trading/market': 'instrument instrument_name candle calendar_day',
  'trading/watch': 'watch price_alert',
  'trading/closing-price and trading/fair-value': 'price_file closing_price fair_value_list fair_value',
  'trading/security and trading/holding':
    'security_file security symbol_change isin_successor holding_file holding_line',
  'books/tradebook': 'tradebook tradebook_trade',
  'trading/exchange-file': 'exchange_file exchange_trade exchange_code',
  'trading/contract': 'trade_day contract contract_fault levy_difference',
  'trading/contract-note': 'contract_note contract_note_delivery contract_note_day contract_note_fault',
  'trading/trade-charge':
    'charge_rate stt_list security_stt brokerage_plan client_plan security_charge levy_file levy_line levy_adjustment',
  'trading/clearing':
    'clearing_corporation clearing_file settlement_day obligation obligation_line clearing_obligation delivered_settlement settlement_release shortage dp_charge',
  'client/kyc': 'kyc_document kyc_identity',
  'client/setting': 'setting_request',
  'client/message and client/note': 'message_template message reply note',
  'client/complaint': 'complaint complaint_step escalation_level',
  'client/privacy and client/closure': 'consent privacy_request breach closure closure_cashback sale_request open_item',
  'broker/content': 'content',
}

const namespace = `'public'::regnamespace`
const notOfExtension = (catalog: string, id: string) =>
  `not exists (select from pg_depend d where d.classid = '${catalog}'::regclass and d.objid = ${id} and d.deptype = 'e')`

const readTables = `
  select c.relname as name, c.relkind as kind, obj_description(c.oid, 'pg_class') as comment, array_to_string(c.reloptions, ', ') as options,
         case c.relkind when 'v' then pg_get_viewdef(c.oid, true) end as definition
    from pg_class c where relnamespace = ${namespace} and relkind in ('r', 'p', 'v')`
const readColumns = `
  select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as required,
         col_description(c.oid, a.attnum) as comment, a.attgenerated as generated, pg_get_expr(d.adbin, d.adrelid, true) as expression,
         a.attidentity as identity, (select seqstart from pg_sequence where seqrelid = pg_get_serial_sequence(quote_ident(c.relname), a.attname)::regclass)::text as start
    from pg_attribute a join pg_class c on c.oid = a.attrelid left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
   where relnamespace = ${namespace} and relkind in ('r', 'p', 'v') and attnum > 0 and not attisdropped order by c.relname, a.attnum`
const readConstraints = `
  select c.relname as table, k.conname as name, k.contype as kind, pg_get_constraintdef(k.oid, true) as definition,
         f.relname as refers,
         (select array_agg(a.attname::text order by u.n) from unnest(k.conkey) with ordinality u (key, n)
            join pg_attribute a on a.attrelid = c.oid and a.attnum = u.key) as columns
    from pg_constraint k join pg_class c on c.oid = k.conrelid left join pg_class f on f.oid = k.confrelid
   where k.connamespace = ${namespace} and k.contype in ('p', 'u', 'f', 'c')
   order by c.relname, position(k.contype::text in 'pucf'), k.conname`
const readIndexes = `
  select c.relname as table, pg_get_indexdef(i.indexrelid, 0, true) as definition
    from pg_index i join pg_class c on c.oid = i.indrelid join pg_class n on n.oid = i.indexrelid
   where c.relnamespace = ${namespace} and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u'))
   order by n.relname`
const readDomains = `
  select t.typname as name, format_type(t.typbasetype, t.typtypmod) as type, string_agg(pg_get_constraintdef(k.oid, true), ' ') as checks
    from pg_type t left join pg_constraint k on k.contypid = t.oid where t.typnamespace = ${namespace} and t.typtype = 'd' group by 1, 2 order by 1`
const readTriggers = `
  select p.proname as function, pg_get_triggerdef(t.oid, true) as definition
    from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid
   where c.relnamespace = ${namespace} and not t.tgisinternal order by c.relname, t.tgname`
/** Functions that a table or domain needs: for a check, a default or an index. */
const readNeeded = `
  select distinct p.proname as name,
         coalesce(nullif(k.contypid, 0)::regtype::text, coalesce(k.conrelid, a.adrelid, i.indrelid)::regclass::text) as table
    from pg_proc p join pg_depend d on d.refclassid = 'pg_proc'::regclass and d.refobjid = p.oid
    left join pg_constraint k on d.classid = 'pg_constraint'::regclass and k.oid = d.objid
    left join pg_attrdef a on d.classid = 'pg_attrdef'::regclass and a.oid = d.objid
    left join pg_index i on d.classid = 'pg_class'::regclass and i.indexrelid = d.objid
   where p.pronamespace = ${namespace} and coalesce(k.conrelid, a.adrelid, i.indrelid) is not null and ${notOfExtension('pg_proc', 'p.oid')}
   order by 1, 2`

const readRevoked = `
  select proname as name from pg_proc where pronamespace = ${namespace} and not has_function_privilege('public', oid, 'execute')`

const width = 140
const migrations = new URL('../../../migrations/', import.meta.url)

type SqlFunction = { readonly name: string; readonly file: string; readonly text: string }

/** The definitions in the repeatable files, each with the comment before it. */
export function functionsInFiles(): SqlFunction[] {
  const files = readdirSync(new URL('functions/', migrations))
    .toSorted()
    .map((file) => ({ file, text: readFileSync(new URL(`functions/${file}`, migrations), 'utf8') }))
  return [{ file: 'lists.sql', text: readFileSync(new URL('lists.sql', migrations), 'utf8') }, ...files].flatMap(
    ({ file, text }) =>
      [...text.matchAll(/(?:^--.*\n)*^create or replace function (\w+)[^]*?(?:\$\$[^]*?\$\$|);\n/gm)].map(
        ([definition, name = '']) => ({
          name,
          file,
          text: definition.replace('create or replace function', 'create function').trimEnd(),
        }),
      ),
  )
}

/** As we write SQL: lower case, short names of types, without casts that a literal does not need. */
function plain(sql: string): string {
  return sql
    .replaceAll(/ANY \(ARRAY\[([^\]]*)\]\)/g, 'ANY ($1)')
    .split(/('(?:[^']|'')*')/)
    .map((part, n) => (n % 2 === 1 ? part : part.toLowerCase()))
    .join('')
    .replaceAll(
      /('|\b\d+)::(?:text\[\]|text|timestamp with time zone|date|interval|numeric|bigint|smallint|bytea)(?!\w)/g,
      '$1',
    )
    .replaceAll('timestamp with time zone', 'timestamptz')
    .replaceAll(/\binteger\b/g, 'int')
    .replaceAll(/ = any \(((?:'(?:[^']|'')*'(?:, )?)+)\)/g, ' in ($1)')
    .replaceAll(/ <> all \(array\[((?:'(?:[^']|'')*'(?:, )?)+)\]\)/g, ' not in ($1)')
    .replaceAll(/ using btree /g, ' ')
    .replaceAll(/\bpublic\./g, '')
}

/** Joins words to lines of the usual width; every line after the first begins with `more`. */
function wrapped(words: readonly string[], more: string): string {
  const lines: string[] = []
  for (const word of words) {
    const last = lines.at(-1)
    if (last === undefined) lines.push(word)
    else if (last.length + 1 + word.length > width) lines.push(more + word)
    else lines[lines.length - 1] = `${last} ${word}`
  }
  return lines.join('\n')
}

/** Never breaks within a literal. */
const wrappedSql = (sql: string, more: string): string => wrapped(sql.match(/(?:'(?:[^']|'')*'|[^ '])+/g) ?? [], more)
const statement = (sql: string): string => `${wrappedSql(sql, '  ')};\n`
const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`
const comment = (what: string, text: string | null | undefined): string =>
  text ? `comment on ${what} is ${quoted(text)};\n` : ''

type Constraint = {
  readonly table: string
  readonly name: string
  readonly kind: string
  readonly definition: string
  readonly refers: string | null
  readonly columns: readonly string[]
}

const rule = (title: string) => `-- ${'-'.repeat(20)} ${title}\n`

/** The name that PostgreSQL gives a constraint on one column; such a constraint is written beside its column. */
const usualName = ({ table, kind, columns }: Constraint): string =>
  kind === 'p' ? `${table}_pkey` : `${table}_${columns[0]}_${{ u: 'key', f: 'fkey', c: 'check' }[kind]}`

function besideColumn({ kind, definition }: Constraint): string {
  if (kind === 'p') return 'primary key'
  if (kind === 'u') return 'unique'
  return plain(definition)
    .replace(/^foreign key \(\w+\) /, '')
    .replace(/^(references \w+)\(/, '$1 (')
}

function columnLines(columns: readonly Row[], constraints: readonly Constraint[]): string[] {
  return columns.map((column) => {
    const { name, type, generated, expression, identity, start } = column
    const parts = [name, plain(type ?? '')]
    const own = constraints.filter(({ columns: of }) => of[0] === name)
    if (column['required'] && identity === '' && !own.some(({ kind }) => kind === 'p')) parts.push('not null')
    if (identity === 'a') parts.push(`generated always as identity${start === '1' ? '' : ` (start with ${start})`}`)
    else if (generated === 's') parts.push(`generated always as (${plain(expression ?? '')}) stored`)
    else if (expression !== null) parts.push(`default ${plain(expression ?? '')}`)
    return `  ${[...parts, ...own.map(besideColumn)].join(' ')}`
  })
}

/** What the catalog says, and what was printed so far. */
async function readCatalog(query: Query) {
  // Times in defaults are printed in the session's time zone.
  await query("set timezone = 'UTC'")
  const read = async <T>(text: string) => (await query(text)) as T[]
  return {
    tables: new Map((await read<Row>(readTables)).map((table) => [table['name'], table])),
    columns: await read<Row>(readColumns),
    constraints: await read<Constraint>(readConstraints),
    indexes: await read<Row>(readIndexes),
    domains: await read<Row>(readDomains),
    needed: await read<Row>(readNeeded),
    triggers: await read<Row>(readTriggers),
    revoked: new Set((await query(readRevoked)).map(({ name }) => name)),
    functions: new Map(functionsInFiles().map((each) => [each.name, each])),
    printed: new Set<string>(),
    /** Keys into tables that follow. */
    later: [] as Constraint[],
  }
}
type Catalog = Awaited<ReturnType<typeof readCatalog>>

function writeFunction({ functions, printed, revoked }: Catalog, name: string): string {
  printed.add(`${name}()`)
  const found = functions.get(name)
  if (found === undefined) throw new Error(`No file of server/migrations/functions defines ${name}.`)
  return `\n${found.text}\n${revoked.has(name) ? `revoke execute on function ${name} from public;\n` : ''}`
}

const functionsFor = (catalog: Catalog, table: string): string =>
  catalog.needed
    .filter((each) => each['table'] === table && !catalog.printed.has(`${each['name']}()`))
    .map((each) => writeFunction(catalog, each['name'] ?? ''))
    .join('')

function writeTable(catalog: Catalog, name: string): string {
  const table = catalog.tables.get(name)
  if (table === undefined) throw new Error(`schema.sql.ts names the table ${name}, which does not exist.`)
  catalog.printed.add(name)
  const columns = catalog.columns.filter((each) => each['table'] === name)
  const isView = table['kind'] === 'v'
  const comments = [
    comment(`${isView ? 'view' : 'table'} ${name}`, table['comment']),
    ...columns.map((column) => comment(`column ${name}.${column['name']}`, column['comment'])),
  ].join('')
  if (isView) return `\ncreate view ${name} as\n${plain(table['definition'] ?? '')}\n${comments}`
  const own = catalog.constraints.filter((each) => each.table === name)
  const now = own.filter(({ refers }) => refers === null || catalog.printed.has(refers))
  const late = own.filter((each) => !now.includes(each))
  const beside = now.filter((each) => each.columns.length === 1 && each.name === usualName(each))
  const lines = [
    ...columnLines(columns, beside),
    ...now.filter((each) => !beside.includes(each)).map((each) => `  ${wrappedSql(constraintLine(each), '    ')}`),
  ]
  const options = table['options'] === null ? '' : ` with (${table['options']?.replace('=', ' = ')})`
  const after = [
    ...catalog.indexes.filter((each) => each['table'] === name).map((each) => plain(each['definition'] ?? '')),
    ...catalog.later
      .filter(({ refers }) => refers === name)
      .map((each) => `alter table ${each.table} add ${constraintLine(each)}`),
  ]
  catalog.later.push(...late)
  const text = `create table ${name} (\n${lines.join(',\n')}\n)${options};\n${comments}${after.map(statement).join('')}`
  return `${functionsFor(catalog, name)}\n${text}`
}

function writeFile(catalog: Catalog, file: string): string {
  const texts = Array.from(catalog.functions.values())
    .filter((each) => each.file === file && !catalog.printed.has(`${each.name}()`))
    .map(({ name }) => {
      const triggers = catalog.triggers.filter((each) => each['function'] === name)
      return writeFunction(catalog, name) + triggers.map((each) => statement(plain(each['definition'] ?? ''))).join('')
    })
  return texts.length === 0 ? '' : `\n${rule(`functions and triggers: ${file}`)}${texts.join('')}`
}

/** Everything that the database is made of, as statements in an order that can be run. */
export async function describeSchema(query: Query): Promise<string> {
  const catalog = await readCatalog(query)
  const named = new Set(Object.values(features).flatMap((names) => names.split(' ')))
  const unnamed = [...catalog.tables.keys()].filter((name) => !named.has(name ?? ''))
  if (unnamed.length > 0) throw new Error(`Name the feature of ${unnamed.join(', ')} in schema.sql.ts.`)
  const domains = catalog.domains.map(
    ({ name, type, checks }) =>
      `${functionsFor(catalog, name ?? '')}\n${statement(`create domain ${name} as ${type} ${plain(checks ?? '')}`)}`,
  )
  const tables = Object.entries(features).map(
    ([feature, names]) =>
      `\n${rule(feature)}${names
        .split(' ')
        .map((name) => writeTable(catalog, name))
        .join('')}`,
  )
  const files = new Set(Array.from(catalog.functions.values(), ({ file }) => file))
  const functions = Array.from(files, (file) => writeFile(catalog, file))
  const rows: string[] = []
  for (const name of named)
    if (catalog.tables.get(name)?.['kind'] === 'r') rows.push(await firstRows(query, name, catalog.columns))
  const extension = 'create extension if not exists pg_trgm with schema public;\n'
  const parts = [heading, extension, ...domains, ...tables, ...functions, `\n${rule('rows')}`, ...rows]
  return parts.join('')
}

const constraintLine = (each: Constraint): string => {
  const definition = plain(each.definition).replace(/(references \w+)\(/, '$1 (')
  return each.kind === 'p' && each.name === `${each.table}_pkey` ? definition : `constraint ${each.name} ${definition}`
}
