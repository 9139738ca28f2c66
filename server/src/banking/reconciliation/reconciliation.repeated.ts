import type { Sql } from '../../platform/db.ts'
import { comparableText, type ReadLine } from './reconciliation.read.ts'
import { type Booking, sameBookings } from './reconciliation.import.sql.ts'

const keyOf = ({ identity, occurrence }: Pick<ReadLine, 'identity' | 'occurrence'>): string =>
  `${identity.toString('base64')} ${occurrence}`

/** The same for lines that may be the same line of the bank, except for their narration and reference. */
const bookingOf = ({ bookedOn, direction, amount, balance }: ReadLine): string =>
  [bookedOn, direction, amount, balance].join(' ')

/**
 * Gives a line of a file the identity under which the account has it already: by date, direction, amount, running balance
 * and narration. Earlier versions built the identity from more columns than every format has, and a file may begin with
 * an earlier one of two identical lines. To be called with the lines of one file, in its order.
 */
export function recogniser(sql: Sql, bankAccountId: string) {
  const used = new Set<string>()
  // Each imported line is read once for the whole file, and removed from the list when a line of the file matches it.
  const unused = new Map<string, Booking[]>()
  const readUnused = async (lines: readonly ReadLine[]): Promise<void> => {
    // Without a balance nothing is found.
    const fresh = lines.filter((line) => line.balance !== undefined && !unused.has(bookingOf(line)))
    const distinct = [...new Map(fresh.map((line) => [bookingOf(line), line]))]
    for (const [booking] of distinct) unused.set(booking, [])
    const wanted = distinct.map(([, line]) => line)
    for (const each of await sameBookings(sql, bankAccountId, wanted))
      unused.get(distinct[each.at - 1]?.[0] ?? '')?.push(each)
  }
  const take = (line: ReadLine): Booking | undefined => {
    const text = comparableText(line.text)
    const candidates = unused.get(bookingOf(line)) ?? []
    const at = candidates.findIndex(
      (booking) =>
        !used.has(keyOf(booking)) &&
        comparableText(booking.text) === text &&
        (booking.reference === null || line.reference === undefined || booking.reference === line.reference),
    )
    if (at < 0) return undefined
    const [same] = candidates.splice(at, 1)
    if (same) used.add(keyOf(same))
    return same
  }
  return async (lines: readonly ReadLine[]): Promise<ReadLine[]> => {
    await readUnused(lines)
    const known = lines.map(take)
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
