import type { Log } from './log.ts'

const rules = { sampleMilliseconds: 20, roundMilliseconds: 500, warnMilliseconds: 1000 } as const

/** How long the server's one thread keeps its work waiting. `current` says what was under way, for the log. */
export function watchLoop(log: Log, current: () => object) {
  let delayMilliseconds = 0
  let last = performance.now()
  let round = newRound()

  // One timer takes the samples and ends the round: with two, the round could end before the delay was taken, and lose it.
  function sample(): void {
    const now = performance.now()
    const delay = Math.max(0, now - last - rules.sampleMilliseconds)
    last = now
    round.samples += 1
    round.sum += delay
    round.longest = Math.max(round.longest, delay)
    if (now - round.began >= rules.roundMilliseconds) endRound()
  }

  function endRound(): void {
    const { samples, sum, longest, processor } = round
    round = newRound()
    delayMilliseconds = sum / samples
    if (longest < rules.warnMilliseconds) return
    const { user, system } = process.cpuUsage(processor)
    // Little processor time means that the process was waiting or stopped, not computing.
    const processorMilliseconds = Math.round((user + system) / 1000)
    log.warn({ ms: Math.round(longest), processorMilliseconds, ...current() }, 'the server stood still')
  }

  const timer = setInterval(sample, rules.sampleMilliseconds).unref()
  return {
    /** Mean of the last half second. */
    delayMilliseconds: () => delayMilliseconds,
    stop: (): void => clearInterval(timer),
  }
}

const newRound = () => ({ began: performance.now(), samples: 0, sum: 0, longest: 0, processor: process.cpuUsage() })
