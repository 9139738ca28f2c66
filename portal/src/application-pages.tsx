import { browserCheck } from '@sauda/contract/platform/browser'
import type { ApplicationPages } from '@sauda/contract/broker/health'
import { buttonClass } from '@sauda/ui/button'
import { Skeleton } from '@sauda/ui/skeleton'
import { Spinner } from '@sauda/ui/spinner'
import { Stack } from '@sauda/ui/stack'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { Route, Routes, StaticRouter } from 'react-router'
import CreateAccount from './client/auth/create-account.tsx'
import AuthFrame from './client/auth/frame.tsx'
import Login from './client/auth/login.tsx'
import { ContentContext, filled } from './landing/content.tsx'
import { Footer } from './landing/footer.tsx'
import { wordsOf } from './landing/legal-page.tsx'
import { beforePaint, codeAfterPaint, formBeforeCode, missingCode } from './shell/document.tsx'
import { BrandContext } from './shell/brand.ts'
import { Document } from './shell/document.tsx'
import { AccountFrame } from './shell/frame.tsx'
import { documentTitle, titledPaths } from './shell/titles.ts'
import styles from './shell/frame.module.css'

/** What a page shows until its code has come, because on a slow phone that takes seconds. */
interface FirstPaint {
  /** The address of a form, otherwise its beginning; the first match counts. */
  path: string
  content: ReactNode
  /** The screen itself, which can be filled in before its code is there; the code is then loaded after the first paint. */
  isForm?: true
  /** Hidden from others by the head's script and shell/global.css, because they are about to be redirected. */
  audience?: 'visitor' | 'client'
  /** The screen's modules, loaded together with the application. */
  modules: readonly string[]
}

const area = (
  <AccountFrame>
    <Stack gap={6}>
      <Skeleton shape="title" />
      <Skeleton shape="block" />
      <Skeleton shape="block" />
    </Stack>
  </AccountFrame>
)

const firstPaints: readonly FirstPaint[] = [
  {
    path: '/login',
    content: inAuthFrame(<Login />),
    isForm: true,
    audience: 'visitor',
    modules: ['src/client/auth/login.tsx'],
  },
  {
    path: '/create-account',
    content: inAuthFrame(<CreateAccount />),
    isForm: true,
    modules: ['src/client/auth/create-account.tsx'],
  },
  { path: '/account', content: area, audience: 'client', modules: ['src/pages/account.tsx'] },
  { path: '/portfolio', content: area, audience: 'client', modules: ['src/pages/account.tsx'] },
]

function inAuthFrame(page: ReactNode): ReactNode {
  return (
    <Routes>
      <Route element={<AuthFrame />}>
        <Route path="*" element={page} />
      </Route>
    </Routes>
  )
}

const script = browserCheck + beforePaint + missingCode + formBeforeCode + codeAfterPaint

/** One page per screen with its title and first paint, and one at '' for every other address. */
export const renderApplicationPages: ApplicationPages['renderApplicationPages'] = (input) => ({
  scripts: [script],
  pages: ['', ...titledPaths].map((path) => ({
    path,
    html: `<!doctype html>${renderToStaticMarkup(<ApplicationPage path={path} {...input} />)}`,
  })),
})

type PageInput = Parameters<ApplicationPages['renderApplicationPages']>[0] & { path: string }

/** Public, so it has the footer (section 2); the screen shows it, because it stays when another screen opens. */
const footedPath = '/create-account/verify-otp'

function ApplicationPage({ path, brand, font, entry, filesOf, open, ...input }: PageInput) {
  const isFooted = path === footedPath
  const styles = isFooted ? [...open.styles, ...input.styles] : input.styles
  const { content, audience, modules, isForm } = firstPaintOf(path)
  const files = filesOf([entry, ...modules])
  const head = (
    <>
      <Json id="brand" value={brand} />
      {isForm ? (
        <Json id="code" value={files} />
      ) : (
        <>
          {files.map((file) => (
            <link key={file} rel="modulepreload" href={file} fetchPriority="low" />
          ))}
          <script type="module" src={files[0]} fetchPriority="low" />
        </>
      )}
    </>
  )
  const themeColors = (
    <>
      <meta name="theme-color" content="#f6f6f3" media="(prefers-color-scheme: light)" />
      <meta name="theme-color" content="#0d0f12" media="(prefers-color-scheme: dark)" />
    </>
  )
  const title = documentTitle(path, brand.name)
  return (
    <BrandContext value={brand}>
      <Document {...{ title, description: brand.tagline, brand, styles, font, script, head, themeColors }}>
        <noscript>This page needs JavaScript. Allow it for this site, then reload the page.</noscript>
        <p id="unloaded" role="alert" hidden>
          This page did not load completely. Check your connection, then reload it.{' '}
          <button type="button" className={buttonClass('secondary', { size: 'small' })}>
            Reload
          </button>
        </p>
        <div id="first" inert={!isForm} data-first={audience}>
          <StaticRouter location={path || '/'}>{content}</StaticRouter>
        </div>
        <div id="root">
          <output className="visually-hidden">Loading</output>
        </div>
        {isFooted && (
          <div id="footer" hidden>
            <ContentContext value={filled(open.content, wordsOf(brand))}>
              <Footer />
            </ContentContext>
          </div>
        )}
      </Document>
    </BrandContext>
  )
}

const Json = ({ id, value }: { id: string; value: unknown }) => (
  <script
    type="application/json"
    id={id}
    dangerouslySetInnerHTML={{ __html: JSON.stringify(value).replaceAll('<', '\\u003c') }}
  />
)

function firstPaintOf(path: string): FirstPaint {
  const found = firstPaints.find((paint) => path === paint.path || (!paint.isForm && path.startsWith(`${paint.path}/`)))
  return found ?? { path, content: <Opening key="opening" />, modules: [] }
}

/** A full page with a spinner, which appears after a moment, so that it does not flash. */
function Opening() {
  return (
    <output className={styles.opening} aria-label="Loading">
      <Spinner large />
    </output>
  )
}
