import { gunzipSync } from 'node:zlib'
import { csvErrors } from '@sauda/contract/platform/csv'
import { AppError, type ErrorDefinition } from '@sauda/contract/platform/error'
import { unzipSync } from 'fflate'

/** The largest file that is unpacked. */
const mostBytes = 64 * 1024 * 1024

/**
 * The one file in a zip or gzip archive, or the bytes themselves if they are neither. To be called in a child process: an
 * archive may say less than it holds.
 */
export function unpacked(bytes: Buffer, errors: Record<'noContent' | 'brokenArchive', ErrorDefinition>): Buffer {
  const start = bytes.toString('hex', 0, 4)
  if (start === '504b0304') return unzipped(bytes, errors)
  if (!start.startsWith('1f8b')) return bytes
  try {
    return gunzipSync(bytes, { maxOutputLength: mostBytes })
  } catch (error) {
    const isTooMuch = (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE'
    throw new AppError(isTooMuch ? csvErrors.tooMuch : errors.brokenArchive)
  }
}

function unzipped(bytes: Buffer, { noContent, brokenArchive }: Record<'noContent' | 'brokenArchive', ErrorDefinition>) {
  const names: string[] = []
  let isTooMuch = false
  const filter = ({ name, originalSize }: { name: string; originalSize: number }): boolean => {
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
  if (names.includes('[Content_Types].xml')) throw new AppError(csvErrors.workbook)
  if (isTooMuch) throw new AppError(csvErrors.tooMuch)
  if (names.length !== 1 || !content) throw new AppError(noContent)
  return Buffer.from(content.buffer, content.byteOffset, content.byteLength)
}
