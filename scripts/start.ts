import { existsSync } from 'node:fs'
import { PlainError } from './child.ts'
import { buildScreens } from './screens.ts'

/** `npm start`: the configuration is read first (it fails fastest), then the screens are built, then the server runs. */
export async function main(): Promise<void> {
  if (existsSync('.env')) process.loadEnvFile('.env')
  const { readConfig } = await import('../server/src/platform/config.ts')
  try {
    readConfig(process.env)
  } catch (error) {
    throw new PlainError((error as Error).message)
  }
  await buildScreens()
  await import('../server/src/main.ts')
}
