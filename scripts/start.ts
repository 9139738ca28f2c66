import { existsSync } from 'node:fs'
import { PlainError } from './child.ts'
import { buildScreens } from './screens.ts'

/** `npm start`: validates the configuration, builds the screens, then starts the server. */
export async function main(): Promise<void> {
  if (existsSync('.env')) process.loadEnvFile('.env')
  const { readConfig } = await import('../server/src/config.ts')
  try {
    readConfig(process.env)
  } catch (error) {
    throw new PlainError((error as Error).message)
  }
  await buildScreens()
  await import('../server/src/main.ts')
}
