import { PlainError } from './child.ts'
import { readSettingsFile } from './settings-file.ts'

/** `npm run books`: prints the trial balance and whatever differs; exit code 1 where the books do not balance. */
export async function main(): Promise<void> {
  readSettingsFile()
  const { readConfig } = await import('../server/src/config.ts')
  const { printBooks } = await import('../server/src/operation/books/books.ts')
  try {
    if (!(await printBooks(readConfig(process.env), console.log))) process.exitCode = 1
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === '42P01')
      throw new PlainError('The database is older than this program. Start Sauda once, then try again.')
    throw new PlainError(message)
  }
}
