export const lateRules = {
  roundMilliseconds: 500,
  /** Of one half of a call: its login is looked up first, then its work is done. */
  lateMilliseconds: 150,
  /** Of the calls of a round; a few slow ones are no queue. */
  lateShare: 0.1,
  /** A burst passes within a round or two, so it is not limited. */
  lateRounds: 2,
  /** Two calls for each database connection, as CALLS_AT_ONCE is usually chosen: fewer would leave some idle. */
  leastShare: 0.4,
  growth: 1.5,
} as const

/**
 * How many calls may be under way so that each ends in time. The limit follows the calls that end: while many are late in round
 * after round, it is as many as end within the time; while they are not, it grows back to `callsAtOnce`.
 */
export function watchLateCalls(callsAtOnce: number, now = (): number => performance.now()) {
  const least = callsAtOnce * lateRules.leastShare
  let most = callsAtOnce
  let lateRounds = 0
  let round = { began: now(), ended: 0, late: 0, atOnce: 0 }

  function look(): void {
    const passed = now() - round.began
    if (passed < lateRules.roundMilliseconds) return
    const { ended, late, atOnce } = round
    round = { began: now(), ended: 0, late: 0, atOnce: 0 }
    lateRounds = atOnce >= least && late > ended * lateRules.lateShare ? lateRounds + 1 : 0
    if (lateRounds === 0) most = Math.min(callsAtOnce, most * lateRules.growth)
    if (lateRounds >= lateRules.lateRounds)
      most = Math.max(least, Math.min(most, (ended / passed) * lateRules.lateMilliseconds))
  }

  return {
    began: (atOnce: number): void => void (round.atOnce = Math.max(round.atOnce, atOnce)),
    ended(milliseconds: number): void {
      round.ended += 1
      if (milliseconds > lateRules.lateMilliseconds) round.late += 1
      look()
    },
    most(): number {
      look()
      return most
    },
  }
}
