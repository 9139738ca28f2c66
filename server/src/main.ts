import { hostname } from 'node:os'
import { explain } from './app/explain.ts'
import { readConfig, type Config } from './config.ts'
import { makeLog } from './platform/log.ts'
import { withTimeout } from './platform/concurrency.ts'
import { start } from './app/start.ts'

/** Longer than every limit of the stop itself. */
const stopMilliseconds = 60_000

const say = (line: string) => process.stdout.write(`${line}\n`)
const showError = (sentence: string) => process.stderr.write(`${sentence}\n`)

let config: Config | undefined
try {
  config = readConfig(process.env)
  await run(config)
} catch (error) {
  showError(explain(error, config))
  process.exit(1)
}

async function run(config: Config): Promise<void> {
  const { version, mode } = config
  const log = makeLog(config.logLevel, undefined, { instance: `${hostname()}/${process.pid}`, version })
  log.info({ mode, node: process.version }, 'the server starts')
  const starting = start(config, log, say)
  let stopping = false

  /** Waits for a start in progress, or a half-started database would keep running. */
  async function stop(code: number, waitMilliseconds = 0): Promise<void> {
    if (stopping) return
    stopping = true
    try {
      const close = await starting
      say('Stopping …')
      log.info({ code }, 'the server stops')
      if (!(await withTimeout(waitMilliseconds + stopMilliseconds, close(waitMilliseconds))))
        throw new Error('Not everything could be closed in time.')
      log.info('the server has stopped')
      process.exit(code)
    } catch (error) {
      showError(explain(error, config))
      process.exit(1)
    }
  }
  for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => void stop(0))
  process.on('SIGTERM', () => void stop(0, config.limits.stopWaitMilliseconds))
  for (const fault of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(fault, (error: unknown) => {
      const { message, stack } = error instanceof Error ? error : new Error(String(error))
      log.fatal({ err: { message, stack } }, 'uncaught error; the server stops')
      void stop(1)
    })
  }
  await starting
  log.info('the server is ready')
}
