import '@sauda/ui/tokens.css'
import './shell/global.css'
import type { ReactNode } from 'react'
import { Links, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router'
import { DocumentTitle } from './shell/document-title.tsx'
import { Fault } from './shell/fault.tsx'
import { Opening } from './shell/opening.tsx'
import { ReachBanner } from './shell/reach-banner.tsx'
import { Toasts } from './shell/toasts.tsx'
import { useRouteFocus } from './shell/route-focus.ts'

// Before the first paint: a chosen scheme must not flash the other one, nor the start page the links of a visitor.
const beforePaint = `try{let l=localStorage,d=document.documentElement,s=l.getItem('scheme');if(s==='light'||s==='dark')d.dataset.scheme=s;if(l.getItem('isLoggedIn')!==null)d.dataset.client=''}catch{}`

export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en-IN" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <DocumentTitle />
        <script dangerouslySetInnerHTML={{ __html: beforePaint }} />
        <Meta />
        <Links />
      </head>
      <body>
        <div id="root">{children}</div>
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

export default function Root() {
  useRouteFocus()
  return (
    <>
      <ReachBanner />
      <Outlet />
      <Toasts />
    </>
  )
}

/** What stands there while the first screen's code is on its way. */
export function HydrateFallback() {
  return <Opening />
}

export function ErrorBoundary({ error }: { error: unknown }) {
  return <Fault error={error} />
}
