import type { Log } from './log.ts'

/** Repeated background work: runs of one job never overlap, and stop waits for the current one. */
export function createJobs(log: Log) {
  const timers = new Set<NodeJS.Timeout>()
  const running = new Set<Promise<unknown>>()
  let stopped = false

  function every(milliseconds: number, name: string, work: () => Promise<unknown>): void {
    let isFailing = false

    /** Logs the first failure and the recovery only: while the database is down every run of every job fails. */
    function logChange(error?: Error) {
      if (error && !isFailing) log.warn({ job: name, err: error.message }, 'a background job fails and is tried again')
      if (!error && isFailing) log.warn({ job: name }, 'a background job works again')
      isFailing = error !== undefined
    }

    function plan() {
      if (stopped) return
      const timer = setTimeout(() => {
        timers.delete(timer)
        const round = work()
          .then(() => logChange(), logChange)
          .finally(() => {
            running.delete(round)
            plan()
          })
        running.add(round)
      }, milliseconds)
      timers.add(timer)
    }
    plan()
  }

  async function stop(): Promise<void> {
    stopped = true
    for (const timer of timers) clearTimeout(timer)
    await Promise.allSettled(running)
  }

  return { every, stop }
}
