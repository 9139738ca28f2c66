import { readFile, stat, symlink } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'

/**
 * Makes the library links npm packages cannot carry. The package has an install script for it, which npm may not run.
 * False when one is missing still, because the folder is closed to us.
 */
export async function linkLibraries(native: string): Promise<boolean> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of parseLinks(list)) {
    const link = join(native, '..', target)
    if (await isThere(link)) continue
    await symlink(relative(dirname(target), source), link).catch(() => undefined)
    if (!(await isThere(link))) return false
  }
  return true
}

async function isThere(path: string): Promise<boolean> {
  return await stat(path).then(
    () => true,
    () => false,
  )
}

type Link = { source: string; target: string }

function parseLinks(text: string): Link[] {
  const list: unknown = JSON.parse(text)
  if (!Array.isArray(list)) return []
  return list.filter(
    (link: unknown): link is Link => typeof link === 'object' && link !== null && 'source' in link && 'target' in link,
  )
}
