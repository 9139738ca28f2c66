/** A trace event of Chromium; times in microseconds. */
export type TraceEvent = {
  name: string
  pid: number
  tid: number
  ts: number
  dur?: number
  args?: { name?: string }
}

/** Trace categories that `busyIn` needs. */
export const traceCategories = ['disabled-by-default-devtools.timeline', '__metadata']

const longMicroseconds = 50_000

/** Share of time the page's main thread was busy, and how many tasks were long enough to delay input. */
export function busyIn(events: readonly TraceEvent[]): { share: number; long: number } {
  const pages = events
    .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
    .map((page) => events.filter(({ name, pid, tid }) => name === 'RunTask' && pid === page.pid && tid === page.tid))
  const [tasks] = pages.toSorted((one, other) => worked(other) - worked(one))
  const [first, last] = [tasks?.at(0), tasks?.at(-1)]
  if (!tasks || !first || !last) throw new Error('The trace has no tasks of the page')
  const long = tasks.filter(({ dur = 0 }) => dur > longMicroseconds).length
  return { share: worked(tasks) / (last.ts + (last.dur ?? 0) - first.ts), long }
}

const worked = (tasks: readonly TraceEvent[]): number => tasks.reduce((sum, { dur = 0 }) => sum + dur, 0)
