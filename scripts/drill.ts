import { parseArgs } from 'node:util'
import { readConfig, type Config } from '../server/src/config.ts'
import { drill } from '../server/src/operation/backup/drill.ts'
import { explain } from '../server/src/app/explain.ts'
import { PlainError } from './child.ts'
import { askKey } from './restore.ts'
import { readSettingsFile } from './settings-file.ts'

const options = {
  'accept-missing': { type: 'boolean', default: false },
  'accept-unsigned': { type: 'boolean', default: false },
  backup: { type: 'string' },
} as const

/** `npm run drill`: restores the newest backup, or that of `-- --backup ID`, somewhere else, checks it and removes it; exits with 1 if it fails. */
export async function main(args: string[]): Promise<void> {
  readSettingsFile()
  let config: Config | undefined
  try {
    const { backup: id, ...accept } = parseArgs({ args, options }).values
    config = readConfig(process.env)
    const acceptMissing = accept['accept-missing']
    const acceptUnsigned = accept['accept-unsigned']
    if (!(await drill(config, { id, askKey, say: console.log, acceptMissing, acceptUnsigned }))) process.exitCode = 1
  } catch (error) {
    throw new PlainError(explain(error, config))
  }
}
