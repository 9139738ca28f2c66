/** Rows of a statement on the migrated database. */
export type Query = (text: string) => Promise<Record<string, unknown>[]>
export type Row = Readonly<Record<string, string | null>>

/** Filled by a trigger of another table. */
const filledByTrigger = ['instrument_name']

/**
 * The rows that a new installation begins with, as one statement. Columns that have their default in every row are left out; each
 * installation makes its own ids and times.
 */
export async function firstRows(query: Query, table: string, allColumns: readonly Row[]): Promise<string> {
  if (filledByTrigger.includes(table)) return ''
  const columns = allColumns.filter((each) => each['table'] === table && !each['generated'] && !each['identity'])
  const isDefault = columns.map(({ name, expression }) =>
    expression?.includes('(') ? 'true' : `bool_and(${name} is not distinct from ${expression ?? 'null'})`,
  )
  const [first] = await query(`select count(*)::int as count, array[${isDefault.join(', ')}] as defaults from ${table}`)
  const { count, defaults } = first as { count: number; defaults: boolean[] }
  if (count === 0) return ''
  const given = columns.filter((_, n) => defaults[n] === false)
  if (given.length === 0) return `\ninsert into ${table} default values;\n`
  const values = given.map(({ name, type }) => {
    if (type === 'uuid') return "'gen_random_uuid()'"
    const isBare = /^(integer|numeric|boolean)$/.test(type ?? '')
    return `coalesce(${isBare ? `${name}::text` : `quote_literal(${name})`}, 'null')`
  })
  const rows = await query(`select concat_ws(', ', ${values.join(', ')}) as row from ${table}`)
  const head = `\ninsert into ${table} (${given.map(({ name }) => name).join(', ')}) values\n  `
  return `${head}${joined(rows.map(({ row }) => `(${String(row)})`).toSorted())};\n`
}

/** As many in a line as fit. */
function joined(rows: readonly string[]): string {
  let length = rows[0]?.length ?? 0
  return rows.reduce((text, row) => {
    const breaks = length + row.length > 136
    length = (breaks ? 0 : length + 2) + row.length
    return `${text},${breaks ? '\n  ' : ' '}${row}`
  })
}

/** The first lines of the schema. */
export const heading = `-- The whole schema, from which a new installation starts: what the migrations come to. Made by npm run schema, checked by the tests;
-- change a migration, not this file. Only the comments are written here: npm run schema keeps them. Tables by feature, each with its
-- columns, constraints, comments and indexes; then functions with the triggers that call them (server/migrations/functions); then the
-- first rows. Rights are in server/migrations/grants.sql. Amounts are whole paise where nothing else is said; days are days in India.
`
