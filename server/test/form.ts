import type { Answer, TestServer } from './server.ts'

type File = Buffer | { readonly bytes: Buffer; readonly name?: string; readonly type?: string }

/** A multipart form as a browser sends it, each field one photo. */
export function form(files: Readonly<Record<string, File>>): FormData {
  const data = new FormData()
  for (const [field, file] of Object.entries(files)) {
    const { bytes, name = `${field}-front`, type = 'image/jpeg' } = Buffer.isBuffer(file) ? { bytes: file } : file
    data.append(field, new Blob([new Uint8Array(bytes)], { type }), name)
  }
  return data
}

export type RawPart = { readonly disposition: string; readonly type?: string; readonly bytes: Buffer | string }

/** A form built by hand, for content no browser sends. */
export function rawForm(parts: readonly RawPart[], boundary = 'edge'): Buffer {
  const pieces = parts.flatMap(({ disposition, type, bytes }) => [
    Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; ${disposition}\r\n`),
    Buffer.from(type === undefined ? '\r\n' : `content-type: ${type}\r\n\r\n`),
    Buffer.from(bytes),
    Buffer.from('\r\n'),
  ])
  return Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)])
}

/** Sends bytes as they are. */
export async function postRaw(
  server: TestServer,
  path: string,
  { token, bytes, type }: { token: string; bytes: Buffer; type: string },
): Promise<Answer> {
  const response = await fetch(`${server.url}/api${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': type },
    body: new Uint8Array(bytes),
  })
  return { status: response.status, headers: response.headers, body: await response.json() }
}
