import { PlainError } from './child.ts'
import { areScreensBuilt, buildScreens, canBuildScreens } from './screens.ts'
import { readSettingsFile } from './settings-file.ts'

/** `npm start`: validates the configuration, builds in demo mode the screens that changed, then starts the server. */
export async function main(): Promise<void> {
  readSettingsFile()
  const mode = await readMode()
  // Production builds nothing at its start, which would take time and memory that it may not have.
  if (mode === 'demo' && canBuildScreens()) await buildScreens()
  else if (!areScreensBuilt())
    throw new PlainError('The screens of this version are not built. Run npm run build, then start again.')
  await import('../server/src/main.ts')
}

async function readMode(): Promise<'demo' | 'live'> {
  const { readConfig } = await import('../server/src/config.ts')
  try {
    return readConfig(process.env).mode
  } catch (error) {
    throw new PlainError((error as Error).message)
  }
}
