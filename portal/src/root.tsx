import '@sauda/ui/tokens.css'
import './shell/global.css'
import { buttonClass } from '@sauda/ui/button'
import { useEffect, type ReactNode } from 'react'
import { Links, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router'
import { beforePaint, missedCode } from './shell/before-paint.ts'
import { BrandOf } from './shell/brand.ts'
import { DocumentTitle } from './shell/document-title.tsx'
import { useEarlyCode } from './shell/early-code.ts'
import { Fault } from './shell/fault.tsx'
import { ReachBanner } from './shell/reach-banner.tsx'
import { Toasts } from './shell/toasts.tsx'
import { useRouteFocus } from './shell/route-focus.ts'
import { useServedBrand } from './shell/served-brand.ts'
import { keepWorker } from './shell/worker.ts'

export function Layout({ children }: { children: ReactNode }) {
  return (
    <BrandOf value={useServedBrand()}>
      <html lang="en-IN" suppressHydrationWarning>
        <head>
          <meta charSet="utf-8" />
          <meta
            name="viewport"
            content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content"
          />
          <meta name="color-scheme" content="light dark" />
          <meta name="theme-color" content="#f6f6f3" media="(prefers-color-scheme: light)" />
          <meta name="theme-color" content="#0d0f12" media="(prefers-color-scheme: dark)" />
          <link rel="icon" href="/icon-64.png" sizes="64x64" type="image/png" />
          <link rel="apple-touch-icon" href="/icon-180.png" />
          <link rel="manifest" href="/manifest.webmanifest" />
          <DocumentTitle />
          <script dangerouslySetInnerHTML={{ __html: beforePaint + missedCode }} />
          <Meta />
          <Links />
        </head>
        <body>
          <noscript>This page needs scripts. Allow them for this address, then load it again.</noscript>
          <p id="unloaded" role="alert" hidden suppressHydrationWarning>
            Not all of this page has arrived. Check your connection, then load it again.{' '}
            <button type="button" className={buttonClass('secondary', { size: 'small' })}>
              Load again
            </button>
          </p>
          <div id="root">{children}</div>
          <ScrollRestoration />
          <Scripts />
        </body>
      </html>
    </BrandOf>
  )
}

export default function Root() {
  useRouteFocus()
  useEarlyCode()
  useEffect(keepWorker, [])
  return (
    <>
      <ReachBanner />
      <Outlet />
      <Toasts />
    </>
  )
}

/** Where the server writes what it has drawn; see server/src/platform/pages/branded.ts. */
const firstPaintMark = '<!--first-->'

/**
 * What stands there while the first screen's code is on its way: whatever the server has drawn into the page. It cannot be
 * touched, because nobody would notice.
 */
export function HydrateFallback() {
  const drawn = typeof document === 'undefined' ? firstPaintMark : (document.getElementById('first')?.innerHTML ?? '')
  return (
    <>
      <div id="first" inert dangerouslySetInnerHTML={{ __html: drawn }} suppressHydrationWarning />
      <output className="visually-hidden">Loading</output>
    </>
  )
}

export function ErrorBoundary({ error }: { error: unknown }) {
  return <Fault error={error} />
}
