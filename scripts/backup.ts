import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { newIdentity } from '../server/src/platform/backup/seal.ts'
import { makeBackup } from '../server/src/operation/backup/backup.ts'
import { readConfig, type Config } from '../server/src/config.ts'
import { explain } from '../server/src/app/explain.ts'
import { PlainError } from './child.ts'
import { readSettingsFile } from './settings-file.ts'

const options = {
  portable: { type: 'boolean', default: false },
  'new-identity': { type: 'string' },
} as const

/**
 * `npm run backup`: stores database and files at BACKUP_URL while Sauda runs; `-- --portable` for another PostgreSQL.
 * `-- --new-identity FILE` only writes an age identity, as age-keygen does, and prints the recipient for BACKUP_RECIPIENT.
 */
export async function main(args: string[]): Promise<void> {
  readSettingsFile()
  let config: Config | undefined
  try {
    const { values } = parseArgs({ args, options })
    const file = values['new-identity']
    if (file !== undefined) {
      console.log(await writeIdentity(file))
      return
    }
    config = readConfig(process.env)
    console.log(await makeBackup(config, { portable: values.portable, say: console.log }))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === '42P01')
      throw new PlainError('The database is older than this program. Start Sauda once, then try again.')
    throw new PlainError(explain(error, config))
  }
}

/** A file of its own, because npm prints lines before what a command prints. */
export async function writeIdentity(file: string): Promise<string> {
  const { identity, recipient } = await newIdentity()
  try {
    writeFileSync(file, `# public key: ${recipient}\n${identity}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new PlainError(
      code === 'EEXIST'
        ? `${file} exists already, and was left as it is. Name a new file.`
        : `${file} cannot be written (${message}).`,
    )
  }
  return [
    `The identity is in ${file}: keep two copies of it in two places, and none on the server.`,
    'On the server set',
    `BACKUP_RECIPIENT=${recipient}`,
  ].join('\n')
}
