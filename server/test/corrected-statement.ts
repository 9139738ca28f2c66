import type { EvidenceWorld, Format } from './evidence-world.ts'
import { chosen, fileOf } from './evidence-world.ts'
import { atPayouts } from './payout.ts'
import { statementForm, type Written } from './reconciliation.ts'
import type { TestServer } from './server.ts'

type Correction = { readonly k: number; readonly n: number; readonly removes: boolean; readonly format: Format }

/**
 * The bank sends its whole statement again without one entry, or with another amount for it. Two operators accept it; where
 * bookings prevent that, they keep the earlier entries.
 */
export async function correctStatement(server: TestServer, world: EvidenceWorld, given: Correction): Promise<void> {
  const { k, n, removes, format } = given
  if (world.imported < 3) return
  const at = 1 + (k % (world.imported - 2))
  const line = chosen(world.lines, at)
  // Within a day, a file shows that it lacks an entry only if it has the next one of the same earlier file.
  const files = await server.db.rows('select distinct statement_id from bank_line where reference = any ($1)', [
    [line.reference, world.lines[at + 1]?.reference],
  ])
  if (files.length !== 1) return
  const other: Written =
    line.credit === undefined ? { ...line, debit: (line.debit ?? 0) + 1 } : { ...line, credit: line.credit + 1 }
  const written = removes ? [] : [other]
  const corrected = world.lines.slice(0, world.imported)
  corrected.splice(at, 1, ...written)
  const form = statementForm(await fileOf(corrected, 50_000, format), `corrected.${format}`)
  const { status, body } = await world.bank(n).send(`/statements?bankAccountId=${world.accountId}`, form)
  if (status !== 200) throw new Error(`corrected statement: ${body.message}`)
  const found = await server.call('GET', '/desk/reconciliation/contradictions', { token: world.by(n).token })
  const statementId: string | undefined = found.body.contradictions[0]?.statementId
  if (statementId === undefined) throw new Error('the corrected statement contradicts no earlier one')
  if (await decide(server, world, { statementId, verb: 'correct', n })) {
    world.lines.splice(at, 1, ...written)
    world.imported += written.length - 1
    const payment = world.payments.find(({ utr }) => utr === line.reference)
    if (payment && !removes) payment.amount += 1
  } else if (!(await decide(server, world, { statementId, verb: removes ? 'explain' : 'withdraw', n })))
    throw new Error('the contradiction cannot be ended')
}

type Decision = { readonly statementId: string; readonly verb: 'correct' | 'explain' | 'withdraw'; readonly n: number }

/** One operator asks, the next one approves; true if it was carried out. */
async function decide(server: TestServer, world: EvidenceWorld, { statementId, verb, n }: Decision): Promise<boolean> {
  const asked = await world.bank(n).send(`/statements/${statementId}/${verb}`, { reason: 'Asked the bank' })
  if (asked.status >= 500) throw new Error(`${verb}: ${asked.body.message}`)
  if (asked.status !== 200) return false
  const row = await server.db.row<{ id: string }>(
    "select id from proposal where payload ->> 'statementId' = $1 and status = 'pending'",
    [statementId],
  )
  const next = world.by(n + 1)
  return (await atPayouts(server, next).decide(row?.id, next)).status === 200
}
