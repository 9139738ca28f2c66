import { pageContentRules } from '@sauda/contract/broker/page-content'

const pngStart = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')

/** The type and size that the bytes say, whatever the file's name is. */
export function pictureOf(bytes: Buffer) {
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
