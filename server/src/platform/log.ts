import { pino, type Logger } from 'pino'

export type Log = Logger

/**
 * JSON lines on standard error; standard output is for the person who started the server. Bodies, headers and query
 * strings are never logged: they contain codes, passwords and personal data.
 */
export const makeLog = (level: string): Log =>
  pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, pino.destination({ fd: 2, sync: false }))
