import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { newIdentity } from '../server/src/platform/backup/seal.ts'
import { makeBackup } from '../server/src/operation/backup/backup.ts'
import { readConfig, type Config } from '../server/src/config.ts'
import { explain } from '../server/src/app/explain.ts'
import { PlainError } from './child.ts'

const options = {
  portable: { type: 'boolean', default: false },
  'new-identity': { type: 'boolean', default: false },
} as const

/**
 * `npm run backup`: stores database and files at BACKUP_URL while Sauda runs; `-- --portable` for another PostgreSQL.
 * `-- --new-identity` only prints an age identity, as age-keygen does, with the recipient for BACKUP_RECIPIENT.
 */
export async function main(args: string[]): Promise<void> {
  if (existsSync('.env')) process.loadEnvFile('.env')
  let config: Config | undefined
  try {
    const { values } = parseArgs({ args, options })
    if (values['new-identity']) {
      console.log(await newIdentity())
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
