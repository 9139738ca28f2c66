import type { FirstPaints } from '@sauda/contract/health'
import { Skeleton } from '@sauda/ui/skeleton'
import { Stack } from '@sauda/ui/stack'
import { renderToStaticMarkup } from 'react-dom/server'
import type { ReactNode } from 'react'
import { Route, Routes, StaticRouter } from 'react-router'
import AuthFrame from './auth/frame.tsx'
import { CreateAccountWaiting, LoginWaiting } from './auth/waiting.tsx'
import { AccountFrame } from './shell/frame.tsx'
import { BrandOf } from './shell/brand.ts'
import { Opening } from './shell/opening.tsx'
import { documentTitle } from './shell/titles.ts'

/** Who may see it: the head's script knows before the first paint whether a client is logged in. */
type Audience = 'visitor' | 'client'

const area = (
  <AccountFrame>
    <Stack gap={6}>
      <Skeleton shape="title" />
      <Skeleton shape="block" />
      <Skeleton shape="block" />
    </Stack>
  </AccountFrame>
)

/** By the beginning of the address, the longest counts. */
const paints: readonly [path: string, seen: ReactNode, by?: Audience][] = [
  ['/login', within(<LoginWaiting />), 'visitor'],
  ['/create-account', within(<CreateAccountWaiting />)],
  ...['/account', '/account/home', '/account/portfolio', '/portfolio', '/account/position', '/account/wallet'].map(
    (path): [string, ReactNode, Audience] => [path, area, 'client'],
  ),
  ['', <Opening key="opening" />],
]

function within(page: ReactNode): ReactNode {
  return (
    <Routes>
      <Route element={<AuthFrame />}>
        <Route path="*" element={page} />
      </Route>
    </Routes>
  )
}

export const titleOf: FirstPaints['titleOf'] = documentTitle

/** What a screen shows before its code has come: drawn by the server at its start, under whatever brand. */
export const renderFirst: FirstPaints['renderFirst'] = (brand) =>
  Object.fromEntries(
    paints.map(([path, seen, by]) => [
      path,
      renderToStaticMarkup(
        <BrandOf value={brand}>
          <StaticRouter location={path || '/'}>
            <div data-first={by}>{seen}</div>
          </StaticRouter>
        </BrandOf>,
      ),
    ]),
  )
