import type { Db, Sql } from '../server/src/platform/db.ts'
import type { Recording, Statement } from './record.ts'
import { withValues } from './pgbench.ts'

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  Plans?: Plan[]
}

/** Below this many rows a sequential scan is the right plan. */
const small = 5000

/** `Seq Scan on client: select …` for each statement that would scan a large table. */
export async function fullReads(db: Db, recording: Recording): Promise<string[]> {
  const large = new Set(
    (
      await db.rows<{ relname: string }>(
        `select relname from pg_class where relkind = 'r' and reltuples > $1 and relnamespace = 'public'::regnamespace`,
        [small],
      )
    ).map(({ relname }) => relname),
  )
  const found: string[] = []
  for (const statement of recording.flat()) {
    if (!/^\s*(with|select|insert|update|delete)\b/i.test(statement.text)) continue
    for (const plan of await plansOf(db, statement))
      for (const node of nodesOf(plan))
        if (node['Node Type'] === 'Seq Scan' && large.has(node['Relation Name'] ?? ''))
          found.push(`Seq Scan on ${node['Relation Name']}: ${statement.text.replace(/\s+/g, ' ').slice(0, 120)}`)
  }
  return [...new Set(found)]
}

let made = 0

/** The plan for these values, and the generic plan a connection uses after a few executions. */
async function plansOf(db: Db, statement: Statement): Promise<Plan[]> {
  const plans: Plan[] = []
  const undone = db.transaction(async (tx) => {
    // Prepared statements outlive the transaction, so each needs its own name.
    made += 1
    await tx.run(`prepare looked${made} as ${statement.text}`)
    const execute = `execute looked${made}${statement.values.length > 0 ? `(${withValues(list(statement))})` : ''}`
    plans.push(await planOf(tx, execute))
    if (/^\s*select\b/i.test(statement.text)) {
      for (let time = 0; time < 6; time += 1) await tx.run(execute)
      plans.push(await planOf(tx, execute))
    }
    throw new Error('Nothing of this stays')
  })
  await undone.catch((error: Error) => {
    // A write may not be repeatable; then there is only one plan.
    if (plans.length === 0) throw error
  })
  return plans
}

const list = ({ values }: Statement): Statement => ({
  text: values.map((_, index) => `$${index + 1}`).join(', '),
  values,
})

async function planOf(sql: Sql, execute: string): Promise<Plan> {
  const row = await sql.row<{ 'QUERY PLAN': [{ Plan: Plan }] }>(`explain (format json) ${execute}`)
  if (!row) throw new Error('No plan')
  return row['QUERY PLAN'][0].Plan
}

function nodesOf(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]
}
