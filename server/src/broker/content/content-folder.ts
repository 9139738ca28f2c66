import { closeSync, constants, fstatSync, opendirSync, openSync, readFileSync, readSync, realpathSync } from 'node:fs'
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type ContentTexts, parseContent } from '@sauda/contract/broker/content-parse'
import {
  type ContentFault,
  type ContentFile,
  contentFiles,
  pageContentRules,
  type ContentPicture,
  type PageContent,
} from '@sauda/contract/broker/page-content'
import { digestOf } from '../../platform/static-content.ts'

export type PictureFile = ContentPicture & { readonly bytes: Buffer; readonly type: string }

/** The content of the public pages as it was read once, with everything that is wrong with it. */
export type ReadContent = {
  readonly content: PageContent
  readonly pictures: readonly PictureFile[]
  readonly faults: readonly ContentFault[]
}

const defaultFolder = fileURLToPath(new URL('../../../../contract/content/', import.meta.url))
/** Read once: it belongs to the release. */
let readAlready: ContentTexts | undefined

const readDefaults = (): ContentTexts =>
  (readAlready ??= Object.fromEntries(
    contentFiles.map((file) => [file, readFileSync(join(defaultFolder, file), 'utf8')]),
  ) as ContentTexts)

/** The broker's folder; a file that it lacks is the default one. */
export function readContent(folder?: string): ReadContent {
  const faults: ContentFault[] = []
  const fault: Fault = (file, message, line) => {
    faults.push({ file, message, ...(line !== undefined && { line }) })
    return undefined
  }
  const own: Partial<Record<ContentFile, string>> = {}
  for (const file of folder === undefined ? [] : filesIn(folder, fault)) {
    const bytes = folder === undefined ? undefined : readFile(folder, file, limitOf(file), fault)
    const text = bytes && textOf(bytes, (line) => fault(file, 'is not UTF-8', line))
    if (text !== undefined) own[file] = text
  }
  const parsed = parseContent(readDefaults(), own)
  const pictures = new Map<string, PictureFile>()
  for (const { file, name, line } of parsed.pictures) {
    if (pictures.has(name)) continue
    const wrong = (_: string, message: string) => fault(file, `the picture ${name} ${message}`, line)
    if (pictures.size >= pageContentRules.pictures) wrong(name, `is one too many: at most ${pageContentRules.pictures}`)
    const bytes = folder === undefined ? undefined : readFile(folder, name, pageContentRules.pictureBytes, wrong)
    const picture = bytes && pictureOf(bytes)
    if (bytes && !picture)
      wrong(
        name,
        `must be a PNG or JPEG of at most ${pageContentRules.pictureSide} × ${pageContentRules.pictureSide} pixels`,
      )
    if (bytes && picture) pictures.set(name, { ...picture, bytes, src: `/content/${digestOf(bytes)}` })
  }
  const known = Object.fromEntries(
    [...pictures].map(([name, { src, width, height }]) => [name, { src, width, height }]),
  )
  return {
    content: { ...parsed.content, pictures: known },
    pictures: [...pictures.values()],
    faults: [...faults, ...parsed.faults],
  }
}

/** As `landing.json, line 12: …`. */
export const faultText = ({ file, line, message }: ContentFault): string =>
  `${file}${line === undefined ? '' : `, line ${line}`}: ${message}`

/** Returns undefined, which a reader returns in place of its content. */
type Fault = (file: string, message: string, line?: number) => undefined

const limitOf = (file: ContentFile): number =>
  file.endsWith('.json') ? pageContentRules.jsonBytes : pageContentRules.markdownBytes

/** A misspelled name would be ignored, so it is a fault; hidden files are those of tools. */
function filesIn(folder: string, fault: Fault): ContentFile[] {
  const found: ContentFile[] = []
  let count = 0
  try {
    const entries = opendirSync(folder)
    for (let entry = entries.readSync(); entry !== null && count < pageContentRules.files; entry = entries.readSync()) {
      const { name } = entry
      if (name.startsWith('.')) continue
      count += 1
      const known = contentFiles.find((file) => file === name)
      if (known) found.push(known)
      else if (!/\.(?:png|jpe?g)$/.test(name))
        fault(name.slice(0, 80), `is not known; the files are ${contentFiles.join(', ')} and pictures (.png, .jpg)`)
    }
    entries.closeSync()
  } catch {
    fault('the folder', 'cannot be read')
  }
  if (count >= pageContentRules.files) fault('the folder', `has more than ${pageContentRules.files} files`)
  return contentFiles.filter((file) => found.includes(file))
}

/** Links are followed within the folder only, and a device or pipe is not opened to its end. */
function readFile(folder: string, name: string, most: number, fault: Fault): Buffer | undefined {
  let open: number | undefined
  try {
    const path = realpathSync(join(folder, name))
    if (!path.startsWith(realpathSync(folder) + sep)) return fault(name, 'is a link to a place outside the folder')
    open = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    if (!fstatSync(open).isFile()) return fault(name, 'is not a file')
    const bytes = Buffer.alloc(most + 1)
    let length = 0
    for (let read = 1; read > 0 && length <= most; length += read)
      read = readSync(open, bytes, length, bytes.length - length, length)
    if (length > most) return fault(name, `has more than ${most / 1024} KB`)
    return bytes.subarray(0, length)
  } catch {
    return fault(name, 'cannot be read')
  } finally {
    if (open !== undefined) closeSync(open)
  }
}

/** Names the first line that is not UTF-8. */
function textOf(bytes: Buffer, wrong: (line: number) => undefined): string | undefined {
  try {
    return decode(bytes).replaceAll('\r\n', '\n')
  } catch {
    let line = 1
    for (let start = 0; start < bytes.length; line += 1) {
      const end = bytes.indexOf(0x0a, start)
      const next = end === -1 ? bytes.length : end + 1
      try {
        decode(bytes.subarray(start, next))
      } catch {
        break
      }
      start = next
    }
    return wrong(line)
  }
}

const decode = (bytes: Uint8Array): string => new TextDecoder('utf-8', { fatal: true }).decode(bytes)

const pngStart = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')

/** The type and size that the bytes say, whatever the file's name is. */
function pictureOf(bytes: Buffer) {
  const found = sizeOf(bytes)
  const fits = (pixels: number) => pixels > 0 && pixels <= pageContentRules.pictureSide
  return found && fits(found.width) && fits(found.height) ? found : undefined
}

function sizeOf(bytes: Buffer) {
  if (bytes.length > 24 && bytes.subarray(0, pngStart.length).equals(pngStart))
    return { type: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return undefined
  // A JPEG is a list of parts, each with its length; a part with the size begins the picture.
  for (let at = 2; at + 9 < bytes.length; at += 2 + bytes.readUInt16BE(at + 2)) {
    if (bytes[at] !== 0xff) return undefined
    const part = bytes[at + 1] ?? 0
    const hasSize = part >= 0xc0 && part <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(part)
    if (hasSize) return { type: 'image/jpeg', width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) }
  }
  return undefined
}
