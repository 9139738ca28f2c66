import type { Locator } from '@playwright/test'
import jsqr from 'jsqr'

/** Reads the QR code on the screen as a payment app's camera does. */
export async function readQr(picture: Locator): Promise<string | undefined> {
  // In the middle of the window, where the bar at the bottom covers none of it.
  await picture.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  const png = (await picture.screenshot()).toString('base64')
  // An empty page turns the photo into pixels: no script of ours runs there, and no policy forbids it.
  const dark = await picture.page().context().newPage()
  const { pixels, width, height } = await dark.evaluate(async (base64) => {
    const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${base64}`)).blob())
    const canvas = new OffscreenCanvas(image.width, image.height)
    const context = canvas.getContext('2d')
    if (!context) throw new Error('No canvas')
    context.drawImage(image, 0, 0)
    return {
      pixels: [...context.getImageData(0, 0, image.width, image.height).data],
      width: image.width,
      height: image.height,
    }
  }, png)
  await dark.close()
  return jsqr.default(new Uint8ClampedArray(pixels), width, height)?.data
}
