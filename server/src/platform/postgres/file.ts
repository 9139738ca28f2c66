import { type FileHandle, open } from 'node:fs/promises'

/** Opens, uses and closes a file. (`await using` would do, but Node 22 cannot read it.) */
export async function withFile<T>(path: string, flags: string, use: (file: FileHandle) => Promise<T>): Promise<T> {
  const file = await open(path, flags, 0o600)
  try {
    return await use(file)
  } finally {
    await file.close()
  }
}

/** What was just written is on the disk when this returns; a folder's names too. */
export async function sync(path: string): Promise<void> {
  await withFile(path, 'r', async (file) => await file.sync())
}
