import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { FirstPaints, StillPages } from '@sauda/contract/health'

const root = fileURLToPath(new URL('../../../', import.meta.url))

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

/** A file of the portal by its address. */
export const portalFile = (path: string): string => readFileSync(join(built.portal, path), 'utf8').trim()

/** What draws the public pages and the first paints, and what is written into or beside them. */
export async function stillParts() {
  const load = async (name: string): Promise<unknown> => import(pathToFileURL(join(built.still, name)).href)
  const read = (name: string): string => readFileSync(join(built.still, name), 'utf8').trim()
  const style = readdirSync(join(built.still, 'assets')).find((name) => name.endsWith('.css'))
  return {
    ...((await load('still.js')) as StillPages),
    ...((await load('first.js')) as FirstPaints),
    style: style ? read(`assets/${style}`) : '',
    script: read('island.js'),
    worker: read('sw.js'),
  }
}

/** React Router's own list of screens and their files. */
export function portalManifest(): string {
  const folder = join(built.portal, 'assets')
  const name = readdirSync(folder).find((file) => /^manifest-\w+\.js$/.test(file))
  if (name === undefined) throw new Error('The build of the portal has no manifest')
  return readFileSync(join(folder, name), 'utf8')
}
