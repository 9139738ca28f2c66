import { checkAudit } from '../server/src/core/audit/verify.ts'
import { explain } from '../server/src/app/explain.ts'
import { readConfig, type Config } from '../server/src/config.ts'
import { PlainError } from './child.ts'
import { readSettingsFile } from './settings-file.ts'

/** `npm run audit`: recomputes the seals of the audit log; exits with 1 and names the first broken row, if there is one. */
export async function main(): Promise<void> {
  readSettingsFile()
  const { ok, sentence } = await outcome()
  if (!ok) throw new PlainError(sentence)
  console.log(sentence)
}

async function outcome() {
  let config: Config | undefined
  try {
    config = readConfig(process.env)
    return await checkAudit(config)
  } catch (error) {
    throw new PlainError(explain(error, config))
  }
}
