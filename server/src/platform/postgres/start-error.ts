/** Why the database could not start, in one sentence meant for the person who started the server. */
export class StartError extends Error {
  override name = 'StartError'
}

/** The code of a system error (`EACCES`, `ENOSPC`, …), or nothing for any other error. */
export function systemCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || !('syscall' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

export const notWritable = (folder: string) =>
  `The server cannot write to ${folder}. Make it writable for the system user who starts the server, or set DATA_DIR to another folder.`

export const diskFull = (folder: string) =>
  `There is no space left on the disk for the database in ${folder}. Free some space and start again.`

const movable = (folder: string) =>
  `${folder} must be a folder, but a file is in its way. Move that file, or set DATA_DIR to another folder.`

const sentences: Readonly<Record<string, (folder: string) => string>> = {
  EACCES: notWritable,
  EROFS: notWritable,
  ENOSPC: diskFull,
  EDQUOT: diskFull,
  ENOTDIR: movable,
  EEXIST: movable,
  EPERM: (folder) =>
    `The system does not let the server give ${folder} to the user PostgreSQL runs as. Start the server as a normal user, or set DATABASE_URL.`,
}

/** Turns a system error while preparing `folder` into its sentence; other errors pass unchanged. */
export function toStartError(error: unknown, folder: string): unknown {
  const code = systemCode(error)
  if (code === undefined) return error
  const message = error instanceof Error ? error.message : code
  return new StartError(sentences[code]?.(folder) ?? `The database in ${folder} could not be prepared (${message}).`)
}
