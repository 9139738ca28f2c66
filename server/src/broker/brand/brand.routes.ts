import type { Brand } from '@sauda/contract/broker/health'
import type { FastifyInstance } from 'fastify'
import { sendStatic, staticContent } from '../../platform/static-content.ts'
import { manifestOf } from './brand.ts'
import { coloursStyle } from './brand.colours.ts'
import { drawIcons, type IconShape } from './brand.pictures.ts'
import type { BrandSettings } from './brand.settings.ts'

const icons: Readonly<Record<string, IconShape>> = {
  '/favicon.ico': { size: 64, maskable: false },
  '/icon-64.png': { size: 64, maskable: false },
  '/icon-180.png': { size: 180, maskable: true },
  '/icon-192.png': { size: 192, maskable: false },
  '/icon-512.png': { size: 512, maskable: false },
  '/icon-whole-512.png': { size: 512, maskable: true },
}

const pictureCaching = 'public, max-age=86400'

export async function brandRoutes(app: FastifyInstance, config: BrandSettings, brand: Brand): Promise<void> {
  const drawn = await drawIcons(config.brandIcon, config.brandColours, Object.values(icons))
  for (const [index, path] of Object.keys(icons).entries())
    serve(app, path, staticContent(drawn[index] ?? '', 'image/png'), { caching: pictureCaching })

  const { brandLogo, brandLogoDark = brandLogo } = config
  for (const [path, logo] of [
    ['/logo-light', brandLogo],
    ['/logo-dark', brandLogoDark],
  ] as const) {
    // An SVG opened as a page may contain styles, but nothing else.
    const policy = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
    if (logo) serve(app, path, staticContent(logo.bytes, logo.type), { caching: pictureCaching, policy })
  }
  serve(app, '/brand.css', staticContent(coloursStyle(config.brandColours), 'text/css; charset=utf-8'))
  serve(app, '/manifest.webmanifest', staticContent(manifestOf(brand), 'application/manifest+json'))
}

function serve(
  app: FastifyInstance,
  path: string,
  content: ReturnType<typeof staticContent>,
  { caching, policy }: { caching?: string; policy?: string } = {},
): void {
  app.get(path, (request, reply) => {
    if (policy) reply.header('content-security-policy', policy)
    return sendStatic(request, reply, content, caching)
  })
}
