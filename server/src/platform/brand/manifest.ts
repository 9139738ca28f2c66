import type { Brand } from '@sauda/contract/health'

/** What an installed portal is called and looks like; it opens where its client wants to be. */
export function manifestOf({ name, tagline }: Brand): string {
  return JSON.stringify({
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
}
