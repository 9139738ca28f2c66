import { chmod, mkdir, mkdtemp, readdir, readlink, copyFile, rename, rm, stat, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { sync } from './file.ts'
import type { Installed } from './installed.ts'
import { linkLibraries } from './libraries.ts'

/** Copies the installed PostgreSQL below `folder`, once for each version, readable by everyone; returns its `native` folder. */
export async function copyPrograms(
  installed: Installed,
  folder: string,
  say: (sentence: string) => void,
): Promise<string> {
  const target = join(folder, installed.label)
  const native = join(target, 'native')
  if (await stat(native).catch(() => undefined)) return native

  say(`Copying PostgreSQL to ${target}, because it cannot run from ${installed.native}`)
  const made = await mkdir(folder, { recursive: true, mode: 0o755 })
  if (made !== undefined) await chmod(folder, 0o755)
  // Renamed when whole, so that an interrupted or simultaneous copy is never used.
  const unfinished = await mkdtemp(join(folder, 'copy-'))
  try {
    await copyTree(installed.native, join(unfinished, 'native'))
    await linkLibraries(join(unfinished, 'native'))
    await chmod(unfinished, 0o755)
    await rename(unfinished, target)
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    if (!(await stat(native).catch(() => undefined))) throw error
  }
  return native
}

async function copyTree(from: string, to: string): Promise<void> {
  await mkdir(to)
  // The modes are ours, not the original's: npm under a strict umask leaves files only root can read.
  await chmod(to, 0o755)
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) await copyTree(source, target)
    else if (entry.isSymbolicLink()) await symlink(await readlink(source), target)
    // Archives for linking programs against: a fifth of the size, never read.
    else if (!entry.name.endsWith('.a')) await copyOne(source, target, from.endsWith('bin') ? 0o755 : 0o644)
  }
}

async function copyOne(source: string, target: string, mode: number): Promise<void> {
  await copyFile(source, target)
  await chmod(target, mode)
  // A power cut after the rename must not leave empty programs under the final name.
  await sync(target)
}
