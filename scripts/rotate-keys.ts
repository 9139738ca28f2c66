import { readConfig, type Config } from '../server/src/config.ts'
import { explain } from '../server/src/app/explain.ts'
import { rotateKeys } from '../server/src/operation/keys/rotate.ts'
import { PlainError } from './child.ts'
import { readSettingsFile } from './settings-file.ts'

/** `npm run rotate-keys`: encrypts again, with the newest secret key, what an older one encrypted. */
export async function main(): Promise<void> {
  readSettingsFile()
  let config: Config | undefined
  try {
    config = readConfig(process.env)
    console.log(await rotateKeys(config))
  } catch (error) {
    throw new PlainError(explain(error, config))
  }
}
