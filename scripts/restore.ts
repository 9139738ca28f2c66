import { createInterface } from 'node:readline'
import { type Readable, Writable } from 'node:stream'
import { parseArgs } from 'node:util'
import { readConfig, type Config } from '../server/src/config.ts'
import { explain } from '../server/src/app/explain.ts'
import { StartError } from '../server/src/platform/postgres/start-error.ts'
import { checkRestored } from '../server/src/operation/backup/restore.check.ts'
import { listBackups } from '../server/src/operation/backup/restore.choice.ts'
import { restore } from '../server/src/operation/backup/restore.ts'
import { PlainError } from './child.ts'
import { readSettingsFile } from './settings-file.ts'

const options = {
  'accept-missing': { type: 'boolean', default: false },
  'accept-unsigned': { type: 'boolean', default: false },
  at: { type: 'string' },
  backup: { type: 'string' },
  check: { type: 'boolean', default: false },
  list: { type: 'boolean', default: false },
} as const

/**
 * `npm run restore`: restores the newest backup at BACKUP_URL into an empty location and checks it; exits with 1 if something
 * differs. `-- --list` lists the backups, `-- --backup ID` takes that one, `-- --at 2026-11-21T10:00:00Z` recovers to a moment,
 * `-- --check` only checks what another tool restored, `-- --accept-missing` goes on without files that are lost,
 * `-- --accept-unsigned` takes a backup from before backups were signed.
 */
export async function main(args: string[]): Promise<void> {
  readSettingsFile()
  let config: Config | undefined
  try {
    const { at, backup: id, check, list, ...accept } = parseArgs({ args, options }).values
    config = readConfig(process.env)
    if (list) for (const line of await listBackups(config)) console.log(line)
    else {
      const say = console.log
      const acceptMissing = accept['accept-missing']
      const acceptUnsigned = accept['accept-unsigned']
      const restored = { id, at: timeOf(at), askKey, say, acceptMissing, acceptUnsigned }
      const isWhole = check ? checkRestored(config, { backup: 'another tool', say }) : restore(config, restored)
      if (!(await isWhole)) process.exitCode = 1
    }
  } catch (error) {
    throw new PlainError(explain(error, config))
  }
}

function timeOf(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined
  const time = new Date(text)
  if (!/T.*(?:Z|[+-]\d\d:\d\d)$/.test(text) || Number.isNaN(time.getTime()))
    throw new StartError('--at needs a time with its zone, such as 2026-11-21T10:00:00+05:30.')
  return time
}

/** On the terminal without showing it, or a line of the standard input. */
export async function askKey(): Promise<string> {
  process.stdout.write('Secret key of the backup (SECRET_KEY is not set): ')
  const key = await firstLine(process.stdin, process.stdin.isTTY)
  process.stdout.write('\n')
  if (key.trim() === '') throw new StartError('A restore needs the secret key.')
  return key.trim()
}

/** Also one without a line break at its end, as a generated secret.key has. */
export async function firstLine(input: Readable, isTerminal: boolean): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input, output: silent, terminal: isTerminal })
  const line = await new Promise<string>((resolve) => {
    lines.once('line', resolve)
    lines.once('close', () => resolve(''))
  })
  lines.close()
  return line
}
