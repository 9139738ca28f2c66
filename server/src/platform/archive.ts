import { gunzipSync } from 'node:zlib'
import { AppError, type ErrorDefinition } from '@sauda/contract/platform/error'
import { unzipSync } from 'fflate'

/** The largest file that is unpacked. */
const mostBytes = 64 * 1024 * 1024

type ArchiveErrors = Readonly<Record<'noContent' | 'brokenArchive' | 'workbook' | 'tooMuch', ErrorDefinition>>

/**
 * The one file in a zip or gzip archive, or the bytes themselves if they are neither. To be called in a child process: an
 * archive may say less than it holds.
 */
export const unpacked = (bytes: Buffer, errors: ArchiveErrors): Buffer =>
  // The archive of a download may hold the archive that the exchange made.
  unpackedOnce(unpackedOnce(bytes, errors), errors)

function unpackedOnce(bytes: Buffer, errors: ArchiveErrors): Buffer {
  const start = bytes.toString('hex', 0, 4)
  if (start === '504b0304') return unzipped(bytes, errors)
  if (!start.startsWith('1f8b')) return bytes
  try {
    return gunzipSync(bytes, { maxOutputLength: mostBytes })
  } catch (error) {
    const isTooMuch = (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE'
    throw new AppError(isTooMuch ? errors.tooMuch : errors.brokenArchive)
  }
}

function unzipped(bytes: Buffer, { noContent, brokenArchive, workbook, tooMuch }: ArchiveErrors) {
  const names: string[] = []
  let isTooMuch = false
  const filter = ({ name, originalSize }: { name: string; originalSize: number }): boolean => {
    // Folders, and what macOS adds.
    if (/^__MACOSX\/|\/$/.test(name)) return false
    names.push(name)
    isTooMuch ||= originalSize > mostBytes
    return names.length === 1 && !isTooMuch
  }
  let content: Uint8Array | undefined
  try {
    content = Object.values(unzipSync(bytes, { filter }))[0]
  } catch {
    throw new AppError(brokenArchive)
  }
  if (names.includes('[Content_Types].xml')) throw new AppError(workbook)
  if (isTooMuch) throw new AppError(tooMuch)
  if (names.length !== 1 || !content) throw new AppError(noContent)
  return Buffer.from(content.buffer, content.byteOffset, content.byteLength)
}
