import { pino } from 'pino'
import type { Logger } from 'pino'

export type Log = Logger

/**
 * Structured lines on standard error, one JSON object each; standard output stays for the person who started us.
 * Bodies, headers and query strings are never logged: they hold codes, passwords and personal data.
 */
export function makeLog(level: string): Log {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, pino.destination({ fd: 2, sync: false }))
}
