/** What Chromium writes about one thing it did; times in microseconds. */
export type TraceEvent = {
  name: string
  pid: number
  tid: number
  ts: number
  dur?: number
  args?: { name?: string }
}

/** Start Chromium with these categories for these to use `busyIn`. */
export const traceCategories = ['disabled-by-default-devtools.timeline', '__metadata']

const longMicroseconds = 50_000

/** How much of the time the thread of the only busy page worked, and how often for so long that a press would wait. */
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
