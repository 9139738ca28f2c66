import type { Brand } from '@sauda/contract/broker/health'
import type { BrandSettings } from './brand.settings.ts'
import type { FastifyInstance } from 'fastify'
import { sendStatic, staticContent } from '../../platform/static-content.ts'
import { coloursStyle } from './brand.colours.ts'
import { drawIcons, type IconShape } from './brand.pictures.ts'

type Settings = BrandSettings & {
  readonly mode: Brand['mode']
  readonly smtpUrl: string | undefined
  readonly lending: boolean
}

/** `demo`: the logins of the demo data, if the database has it. */
export function brandOf(config: Settings, demo?: Brand['demo']): Brand {
  const { brandLogo: logo, brandLogoDark: onDark = logo } = config
  return {
    name: config.brandName,
    tagline: config.brandTagline,
    mode: config.mode,
    supportEmail: config.supportEmail,
    appDownloadUrl: config.appDownloadUrl,
    lending: config.lending,
    mailbox: config.mode === 'demo' && config.smtpUrl === undefined,
    ...(logo && onDark && { logo: { onLight: '/logo-light', onDark: '/logo-dark', ...sizeOf(logo) } }),
    ...(config.mode === 'demo' && demo && { demo }),
    legal: {
      name: config.legalName,
      sebiRegistration: config.sebiRegistration,
      exchanges: config.exchangeMemberships,
      grievanceOfficer: config.grievanceOfficer,
      address: config.legalAddress,
    },
  }
}

/** In pixels, on the pages. */
const logoHeight = 28
const sizeOf = ({ width, height }: { width: number; height: number }) => ({
  width: Math.round((width / height) * logoHeight),
  height: logoHeight,
})

const manifestOf = ({ name, tagline }: Brand): string =>
  JSON.stringify({
    id: '/',
    name,
    short_name: name,
    description: tagline,
    lang: 'en-IN',
    start_url: '/account/home',
    scope: '/',
    display: 'standalone',
    background_color: '#0d0f12',
    theme_color: '#0d0f12',
    icons: [
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icon-whole-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
    shortcuts: [
      { name: 'Add Fund', url: '/account/wallet/add-fund' },
      { name: 'Portfolio', url: '/account/portfolio' },
      { name: 'Positions', url: '/account/position' },
    ],
  })

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
