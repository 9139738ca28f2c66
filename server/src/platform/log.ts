import { pino, type DestinationStream, type Logger } from 'pino'
import { traceFields } from './trace.ts'

export type Log = Logger

/**
 * JSON lines on standard error; standard output is for the person who started the server. Bodies, headers and query
 * strings are never logged: they contain codes, passwords and personal data.
 */
export const makeLog = (
  level: string,
  destination: DestinationStream = pino.destination({ fd: 2, sync: false }),
  /** In every line: which process of which version wrote it. */
  base: { readonly instance: string; readonly version: string } | null = null,
): Log =>
  pino(
    {
      level,
      base,
      timestamp: pino.stdTimeFunctions.isoTime,
      mixin: traceFields,
      hooks: { logMethod: sampleRepeats() },
    },
    destination,
  )

/** At most `lines` equal warnings or errors are written in `seconds`. */
export const repeatRules = { lines: 5, seconds: 10 } as const

/** During a fault every request logs the same line: the first are written, the rest only counted. */
function sampleRepeats() {
  const written = new Map<string, number>()
  return function logMethod(
    this: Logger,
    args: Parameters<Logger['warn']>,
    method: (...args: unknown[]) => void,
    level: number,
  ): void {
    const message = String(args.at(-1))
    const isSampled = level === pino.levels.values['warn'] || level === pino.levels.values['error']
    if (!isSampled) return method.apply(this, args)
    // Reports of a browser differ by the file they come from.
    const { source } = (typeof args[0] === 'object' ? args[0] : {}) as { source?: string }
    const key = `${level} ${message} ${source ?? ''}`
    const lines = (written.get(key) ?? 0) + 1
    written.set(key, lines)
    if (lines === 1)
      setTimeout(() => {
        const leftOut = (written.get(key) ?? 0) - repeatRules.lines
        written.delete(key)
        if (leftOut > 0) method.call(this, { leftOut, seconds: repeatRules.seconds, source }, message)
      }, repeatRules.seconds * 1000).unref()
    if (lines <= repeatRules.lines) method.apply(this, args)
  }
}
