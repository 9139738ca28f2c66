import type { FastifyInstance } from 'fastify'
import { drawIcon, type IconShape } from '../brand/icon.ts'
import type { Config } from '../config.ts'
import { keep, sendKept, type Kept } from './kept.ts'

const icons: Readonly<Record<string, IconShape>> = {
  '/favicon.ico': { size: 64, whole: false },
  '/icon-64.png': { size: 64, whole: false },
  '/icon-180.png': { size: 180, whole: true },
  '/icon-192.png': { size: 192, whole: false },
  '/icon-512.png': { size: 512, whole: false },
  '/icon-whole-512.png': { size: 512, whole: true },
}

/** A day: a brand seldom changes, and an old icon for some hours harms nobody. */
const caching = 'public, max-age=86400'

/** The brand's icons, drawn when they are first asked for, and its logo. */
export function servePictures(app: FastifyInstance, config: Config): void {
  const source = { ...config.brandLook, icon: config.brandIcon }
  for (const [path, shape] of Object.entries(icons)) {
    let drawn: Promise<Kept> | undefined
    app.get(path, async (request, reply) => {
      drawn ??= drawIcon(source, shape).then((bytes) => keep(bytes, 'image/png'))
      return sendKept(request, reply, await drawn, caching)
    })
  }
  const { brandLogo, brandLogoDark = brandLogo } = config
  for (const [path, logo] of [
    ['/logo-light', brandLogo],
    ['/logo-dark', brandLogoDark],
  ] as const) {
    if (!logo) continue
    const kept = keep(logo.bytes, logo.type)
    app.get(path, (request, reply) => {
      // A drawing may style itself; opened by itself it may do nothing else.
      reply.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
      return sendKept(request, reply, kept, caching)
    })
  }
}
