import '@sauda/ui/tokens.css'
import './shell/global.css'
import { renderToStaticMarkup } from 'react-dom/server'
import type { ReactNode } from 'react'
import type { PublicPages } from '@sauda/contract/health'
import { BrandContext } from './shell/brand.ts'
import { beforePaint } from './shell/document.tsx'
import { Document } from './shell/document.tsx'
import { documentTitle } from './shell/titles.ts'
import { Landing } from './landing/landing.tsx'
import { hero } from './landing/landing.content.ts'
import { LegalPage } from './landing/legal-page.tsx'
import { privacy, technicalSecurity, terms, type LegalContent } from './landing/legal.content.ts'
import { Offline, offlineText } from './landing/offline.tsx'

interface PublicPage {
  page: ReactNode
  description: string
  noindex?: true
}

const legal = (content: LegalContent): PublicPage => ({
  page: <LegalPage {...content} />,
  description: content.description,
})

const pages: Readonly<Record<string, PublicPage>> = {
  '/': { page: <Landing />, description: hero.text },
  '/privacy': legal(privacy),
  '/terms': legal(terms),
  '/technical-security': legal(technicalSecurity),
  '/offline': { page: <Offline />, description: offlineText.lead, noindex: true },
}

/** The public pages are complete HTML; their one small script is `script`, and no React reaches the browser. */
export const renderPublicPages: PublicPages['renderPublicPages'] = ({ brand, address, styles, font, script }) => ({
  scripts: script ? [beforePaint, script] : [beforePaint],
  pages: Object.entries(pages).map(([path, { page, description, noindex }]) => {
    const title = documentTitle(path, brand.name)
    const head = (
      <>
        {noindex && <meta name="robots" content="noindex" />}
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
      </>
    )
    const themeColors = <meta name="theme-color" content="#0a0b0e" />
    const html = renderToStaticMarkup(
      <BrandContext value={brand}>
        <Document {...{ title, description, brand, styles, font, head, themeColors }} script={beforePaint}>
          {page}
          {script && <script dangerouslySetInnerHTML={{ __html: script }} />}
        </Document>
      </BrandContext>,
    )
    return { path, html: `<!doctype html>${html}`, isIndexed: !noindex }
  }),
})
