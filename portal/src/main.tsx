import '@sauda/ui/tokens.css'
import '@sauda/ui/text.css'
import './shell/global.css'
import { tolerateForeignText } from '@sauda/ui/foreign-text'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { preloadLinkedScreens } from './app.tsx'
import { routes } from './routes.tsx'
import { BrandContext, defaultBrand, type Brand } from './shell/brand.ts'
import { guardedPath } from './shell/guard.ts'
import { rememberLink } from './shell/return-to.ts'

tolerateForeignText()
const path = guardedPath(routes, location.pathname)
if (path === '/login') rememberLink()
if (path) history.replaceState(null, '', path)
const router = createBrowserRouter(routes)
const brand = JSON.parse(document.getElementById('brand')?.textContent ?? 'null') as Brand | null

const first = document.getElementById('first')

function render(): HTMLElement | null {
  const root = document.getElementById('root')
  // Without the first screen's code the page offers to load again (see shell/document.tsx).
  if (!root || document.getElementById('unloaded')?.hidden === false) return null
  flushSync(() =>
    createRoot(root).render(
      <BrandContext value={brand ?? defaultBrand}>
        <RouterProvider router={router} />
      </BrandContext>,
    ),
  )
  preloadLinkedScreens(routes)
  return root
}

/** Only a prerendered form has input that the screen must take over. */
async function replaceFirst(): Promise<void> {
  if (first?.inert === false) return (await import('./shell/first-form.ts')).replaceForm(first, render)
  if (render()) first?.remove()
}

// The prerendered page stays until the first screen's code is loaded.
if (router.state.initialized) void replaceFirst()
else {
  const stop = router.subscribe(({ initialized }) => {
    if (!initialized) return
    stop()
    void replaceFirst()
  })
}
