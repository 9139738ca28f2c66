import type { Brand } from '@sauda/contract/broker/health'
import type { BrandSettings } from './brand.settings.ts'

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

export const manifestOf = ({ name, tagline }: Brand): string =>
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
