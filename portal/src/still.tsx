import '@sauda/ui/tokens.css'
import './shell/global.css'
import { renderToStaticMarkup } from 'react-dom/server'
import type { ReactNode } from 'react'
import type { StillPages } from '@sauda/contract/health'
import { BrandOf } from './shell/brand.ts'
import { Document } from './landing/document.tsx'
import { Landing } from './landing/landing.tsx'
import { hero } from './landing/landing.content.ts'
import { LegalPage } from './landing/legal-page.tsx'
import type { LegalContent } from './landing/legal.content.ts'
import { offline } from './landing/offline.content.ts'
import { Offline } from './landing/offline.tsx'
import { privacy } from './landing/privacy.content.ts'
import { technicalSecurity } from './landing/technical-security.content.ts'
import { terms } from './landing/terms.content.ts'

interface Still {
  page: ReactNode
  description: string
  /** Not to be found by search engines. */
  hidden?: true
}

const legal = (content: LegalContent): Still => ({ page: <LegalPage {...content} />, description: content.description })

const pages: Readonly<Record<string, Still>> = {
  '/': { page: <Landing />, description: hero.text },
  '/privacy': legal(privacy),
  '/terms': legal(terms),
  '/technical-security': legal(technicalSecurity),
  '/offline': { page: <Offline />, description: offline.lead, hidden: true },
}

/**
 * The pages that are whole as they arrive: React draws them where they are served, under whatever brand, and none of it
 * goes to the browser. The server asks for them once, at its start.
 */
export const renderStill: StillPages['renderStill'] = (around) =>
  Object.fromEntries(
    Object.entries(pages).map(([path, { page, ...about }]) => [
      path,
      `<!doctype html>${renderToStaticMarkup(
        <BrandOf value={around.brand}>
          <Document path={path} around={around} {...about}>
            {page}
          </Document>
        </BrandOf>,
      )}`,
    ]),
  )
