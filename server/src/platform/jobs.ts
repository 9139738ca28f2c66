import type { Log } from './log.ts'

export type Jobs = ReturnType<typeof createJobs>

const batchRows = 10_000

/** Removes old rows in short statements, which hold no lock for long. */
export async function removeInBatches(remove: (most: number) => Promise<number>): Promise<void> {
  while ((await remove(batchRows)) === batchRows);
}

/** Repeated background work: runs of one job never overlap, and stop waits for the current one. */
export function createJobs(log: Log) {
  const timers = new Set<NodeJS.Timeout>()
  const running = new Map<Promise<unknown>, string>()
  const succeeded = new Map<string, number>()
  let stopped = false

  function every(milliseconds: number, name: string, work: () => Promise<unknown>): void {
    let isFailing = false
    succeeded.set(name, Date.now())

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
          .then(() => {
            succeeded.set(name, Date.now())
            logChange()
          }, logChange)
          .finally(() => {
            running.delete(round)
            plan()
          })
        running.set(round, name)
      }, milliseconds)
      timers.add(timer)
    }
    plan()
  }

  async function stop(): Promise<void> {
    stopped = true
    for (const timer of timers) clearTimeout(timer)
    await Promise.allSettled(running.keys())
  }

  return {
    every,
    stop,
    running: () => [...running.values()],
    /** When each job last succeeded, or was planned first. */
    succeeded: succeeded as ReadonlyMap<string, number>,
  }
}
