import type { StillAround } from '@sauda/contract/health'
import type { ReactNode } from 'react'
import { beforePaint } from '../shell/before-paint.ts'
import { documentTitle } from '../shell/titles.ts'

interface DocumentProps {
  path: string
  description: string
  hidden?: true
  around: StillAround
  children: ReactNode
}

/** A whole page with everything it needs inside it: its styles, the brand's colours and its small script. */
export function Document({ path, description, hidden, around, children }: DocumentProps) {
  const { brand, address, style, look, script } = around
  const title = documentTitle(path, brand.name)
  const font = /url\("?(\/assets\/inter-basic[^")]+)/.exec(style)?.[1]
  return (
    <html lang="en-IN">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="light dark" />
        <title>{title}</title>
        <meta name="description" content={description} />
        {hidden && <meta name="robots" content="noindex" />}
        <link rel="canonical" href={`${address}${path}`} />
        <meta property="og:title" content={title} />
        <meta property="og:description" content={description} />
        <meta property="og:url" content={`${address}${path}`} />
        <meta property="og:site_name" content={brand.name} />
        <meta property="og:type" content="website" />
        <meta property="og:locale" content="en_IN" />
        <meta property="og:image" content={`${address}/icon-whole-512.png`} />
        <meta property="og:image:width" content="512" />
        <meta property="og:image:height" content="512" />
        <meta property="og:image:alt" content={brand.name} />
        <meta name="twitter:card" content="summary" />
        <link rel="icon" href="/icon-64.png" sizes="64x64" type="image/png" />
        <link rel="apple-touch-icon" href="/icon-180.png" />
        {/* Made a manifest by the script, once the first paint stands: the font comes before it. */}
        <link data-late="manifest" rel="late" href="/manifest.webmanifest" />
        <meta name="apple-mobile-web-app-title" content={brand.name} />
        <meta name="theme-color" content="#0a0b0e" />
        {font && <link rel="preload" href={font} as="font" type="font/woff2" crossOrigin="" />}
        <script dangerouslySetInnerHTML={{ __html: beforePaint }} />
        <style dangerouslySetInnerHTML={{ __html: style + look }} />
      </head>
      <body>
        {children}
        {script && <script dangerouslySetInnerHTML={{ __html: script }} />}
      </body>
    </html>
  )
}
