import type { Sql } from '../platform/db.ts'
import { comparableText, type ReadLine } from './reconciliation.read.ts'
import { sameBookings } from './reconciliation.recognise.sql.ts'

const keyOf = ({ identity, occurrence }: Pick<ReadLine, 'identity' | 'occurrence'>): string =>
  `${identity.toString('base64')} ${occurrence}`

/**
 * Gives a line of a file the identity under which the account has it already: by date, direction, amount, running balance
 * and narration. Earlier versions built the identity from more columns than every format has, and a file may begin with
 * an earlier one of two identical lines. To be called with the lines of one file, in its order.
 */
export function recogniser(sql: Sql, bankAccountId: string) {
  const used = new Set<string>()
  return async (lines: readonly ReadLine[]): Promise<ReadLine[]> => {
    const found = Map.groupBy(await sameBookings(sql, bankAccountId, lines), ({ at }) => at - 1)
    const known = lines.map((line, at) => {
      const same = found
        .get(at)
        ?.find(
          (booking) =>
            !used.has(keyOf(booking)) &&
            comparableText(booking.text) === comparableText(line.text) &&
            (booking.reference === null || line.reference === undefined || booking.reference === line.reference),
        )
      if (same) used.add(keyOf(same))
      return same
    })
    return lines.map((line, at) => {
      const same = known[at]
      if (same) return { ...line, identity: same.identity, occurrence: same.occurrence }
      let { occurrence } = line
      while (used.has(keyOf({ ...line, occurrence }))) occurrence += 1
      used.add(keyOf({ ...line, occurrence }))
      return { ...line, occurrence }
    })
  }
}
