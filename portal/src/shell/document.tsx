import type { Brand } from '@sauda/contract/health'
import type { ReactNode } from 'react'

interface DocumentProps {
  title: string
  description: string
  brand: Brand
  /** CSS inside the page, so that the first paint waits for no other file. */
  styles: readonly string[]
  font: string | undefined
  script: string
  themeColors: ReactNode
  head?: ReactNode
  children: ReactNode
}

export function Document({
  title,
  description,
  brand,
  styles,
  font,
  script,
  themeColors,
  head,
  children,
}: DocumentProps) {
  return (
    <html lang="en-IN">
      <head>
        <meta charSet="utf-8" />
        <meta
          name="viewport"
          content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content"
        />
        <meta name="color-scheme" content="light dark" />
        <title>{title}</title>
        <meta name="description" content={description} />
        <link rel="icon" href="/icon-64.png" sizes="64x64" type="image/png" />
        <link rel="apple-touch-icon" href="/icon-180.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        <meta name="apple-mobile-web-app-title" content={brand.name} />
        {themeColors}
        {font && <link rel="preload" href={font} as="font" type="font/woff2" crossOrigin="" />}
        <script dangerouslySetInnerHTML={{ __html: script }} />
        {styles.map((style) => (
          <style key={style} dangerouslySetInnerHTML={{ __html: style }} />
        ))}
        {head}
      </head>
      <body>{children}</body>
    </html>
  )
}
