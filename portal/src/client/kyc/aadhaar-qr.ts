import { scriptAddress } from '../../shell/worker.ts'

const workerAddress = import.meta.env.DEV ? '/worker/qr-reader.ts' : '/qr-reader.js'
const wasm = new URL('zxing-wasm/reader/zxing_reader.wasm', import.meta.url).href

/** On a slow phone the photo is sent without the code; the client never waits longer. */
const waitMilliseconds = 8000

/** The bytes of the Secure QR on a photo as base64; undefined if none can be read. */
export function readAadhaarQr(photo: Blob): Promise<string | undefined> {
  return new Promise((resolve) => {
    const worker = new Worker(scriptAddress('aadhaar-qr', workerAddress), { type: 'module' })
    const finish = (found?: string) => {
      clearTimeout(timer)
      worker.terminate()
      resolve(found)
    }
    const timer = setTimeout(finish, waitMilliseconds)
    worker.addEventListener('message', ({ data }: MessageEvent<string | null>) => finish(data ?? undefined))
    worker.addEventListener('error', () => finish())
    worker.postMessage({ photo, wasm })
  })
}
