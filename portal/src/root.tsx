import '@sauda/ui/tokens.css'
import './shell/global.css'
import { buttonClass } from '@sauda/ui/button'
import { useEffect, type ReactNode } from 'react'
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useLocation } from 'react-router'
import { beforePaint, missedCode } from './shell/before-paint.ts'
import { useAwake } from './shell/awake.ts'
import { BrandOf, useBrand } from './shell/brand.ts'
import { useEarlyCode } from './shell/early-code.ts'
import { ErrorPage } from './shell/error-page.tsx'
import { cleanPath } from './shell/guard.ts'
import { later } from './shell/later.tsx'
import { ReachBanner } from './shell/reach-banner.tsx'
import { useRouteFocus } from './shell/route-focus.ts'
import { useServedBrand } from './shell/served-brand.ts'
import { documentTitle } from './shell/titles.ts'
import { registerWorker } from './shell/worker.ts'

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
          <noscript>This page needs JavaScript. Allow it for this site, then reload the page.</noscript>
          <p id="unloaded" role="alert" hidden suppressHydrationWarning>
            This page did not load completely. Check your connection, then reload it.{' '}
            <button type="button" className={buttonClass('secondary', { size: 'small' })}>
              Reload
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

const ToastHost = later(() => import('@sauda/ui/toast').then((toasts) => toasts.ToastHost))

export default function Root() {
  const isAwake = useAwake()
  useRouteFocus()
  useEarlyCode()
  useEffect(registerWorker, [])
  return (
    <>
      <ReachBanner />
      <Outlet />
      {isAwake && <ToastHost />}
    </>
  )
}

/** The server replaces this mark with a rendered first view. */
const firstPaintMark = '<!--first-->'

/** While the first screen's code is loading: the first view rendered by the server, which is inert, because nothing reacts yet. */
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
  return <ErrorPage error={error} />
}

function DocumentTitle() {
  const { pathname } = useLocation()
  const { name } = useBrand()
  return <title>{documentTitle(cleanPath(pathname), name)}</title>
}
