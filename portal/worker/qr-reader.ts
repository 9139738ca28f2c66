import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

// A worker of its own: reading takes a second, and only its own content security policy allows WebAssembly.

declare const self: DedicatedWorkerGlobalScope

/** A larger photo takes longer and shows no more of the code. */
const longestSide = 4000
/** Digits of a Secure QR; other codes are shorter, or no digits. */
const secureQr = /^\d{1000,7089}$/

self.addEventListener('message', ({ data: { photo, wasm } }: MessageEvent<{ photo: Blob; wasm: string }>) => {
  prepareZXingModule({ overrides: { locateFile: () => wasm } })
  read(photo).then(
    (found) => self.postMessage(found ?? null),
    () => self.postMessage(null),
  )
})

/** The bytes of the first Secure QR on the photo as base64; undefined if there is none. */
async function read(photo: Blob): Promise<string | undefined> {
  const found = await readBarcodes(await pixelsOf(photo), { formats: ['QRCode'], maxNumberOfSymbols: 4 })
  const text = found.find((code) => secureQr.test(code.text))?.text
  return text && base64Of(BigInt(text))
}

async function pixelsOf(photo: Blob): Promise<ImageData> {
  const image = await createImageBitmap(photo)
  const scale = Math.min(1, longestSide / Math.max(image.width, image.height))
  const [width, height] = [Math.round(image.width * scale), Math.round(image.height * scale)]
  const pen = new OffscreenCanvas(width, height).getContext('2d')
  if (!pen) throw new Error('no canvas')
  pen.drawImage(image, 0, 0, width, height)
  image.close()
  return pen.getImageData(0, 0, width, height)
}

function base64Of(number: bigint): string {
  const hex = number.toString(16)
  const pairs = hex.padStart(hex.length + (hex.length % 2), '0').match(/../g) ?? []
  return btoa(pairs.map((pair) => String.fromCharCode(Number.parseInt(pair, 16))).join(''))
}
