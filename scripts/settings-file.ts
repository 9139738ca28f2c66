import { existsSync, readFileSync } from 'node:fs'
import { PlainError } from './child.ts'

/** The settings of `.env`, if there is one; the environment takes precedence. Every command reads them here. */
export function readSettingsFile(file = '.env'): void {
  if (!existsSync(file)) return
  const cut = valuesCutAt(readFileSync(file, 'utf8'))
  if (cut.length > 0)
    throw new PlainError(`The settings need attention:\n${cut.map((line) => `  - ${line}`).join('\n')}`)
  process.loadEnvFile(file)
}

/** What Node would silently drop: it reads # as the begin of a comment, also within a value that is not in quotes. */
export const valuesCutAt = (text: string): string[] =>
  text.split('\n').flatMap((line, n) => {
    const [, name, value = ''] = /^\s*(?:export\s+)?(\w+)\s*=\s*([^"'`].*)$/.exec(line.trimEnd()) ?? []
    const isCut = /^#\S|[^\s#]#/.test(value)
    return name !== undefined && isCut
      ? [`${name}: in line ${n + 1} of .env, # begins a comment. Put the value into quotes: ${name}="…"`]
      : []
  })
