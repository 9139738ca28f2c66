import { mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeFolder } from './make-folder.ts'
import type { Store } from './store.ts'

/** Files in `dataDir`/files on this machine. */
export function folderStore(dataDir: string): Store {
  const root = join(dataDir, 'files')
  // Where nothing can be written that is told at the start, not at the first upload.
  makeFolder(root, 0o700)
  return {
    async put(name, bytes) {
      const path = join(root, name)
      const folder = dirname(path)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      // Written whole under another name first: a crash leaves no half file under the real one.
      await writeFile(`${path}.part`, bytes, { mode: 0o600, flush: true })
      await rename(`${path}.part`, path)
      // A new name is on the disk only once its folder is; a row must never outlive its file.
      for (const changed of [folder, root, dataDir]) await flushFolder(changed)
    },
    async get(name) {
      try {
        return await readFile(join(root, name))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
        throw error
      }
    },
    async remove(name) {
      await rm(join(root, name), { force: true })
      await rm(join(root, `${name}.part`), { force: true })
    },
  }
}

async function flushFolder(path: string): Promise<void> {
  // Windows opens no folders, and keeps names safe by itself.
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
