import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { StillPages } from '@sauda/contract/health'

const root = fileURLToPath(new URL('../../../../', import.meta.url))

/** What the builds of the two browser applications leave behind. */
export const built = {
  portal: join(root, 'portal/build/client'),
  still: join(root, 'portal/build/still'),
  desk: join(root, 'desk/dist'),
} as const

export const isBuilt = (): boolean => Object.values(built).every(existsSync)

/** The page every address of an application is answered with. */
export const applicationPage = (name: 'portal' | 'desk'): string =>
  readFileSync(join(built[name], 'index.html'), 'utf8')

/** The public pages, to be drawn, and what is written into or beside them. */
export async function stillParts() {
  const { renderStill } = (await import(pathToFileURL(join(built.still, 'still.js')).href)) as StillPages
  const read = (name: string): string => readFileSync(join(built.still, name), 'utf8').trim()
  const style = readdirSync(join(built.still, 'assets')).find((name) => name.endsWith('.css'))
  return { renderStill, style: style ? read(`assets/${style}`) : '', script: read('island.js'), worker: read('sw.js') }
}
