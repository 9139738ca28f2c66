import '@sauda/ui/tokens.css'
import './shell/global.css'
import { renderToStaticMarkup } from 'react-dom/server'
import type { ReactNode } from 'react'
import type { PublicPageInput, PublicPages } from '@sauda/contract/broker/health'
import { BrandContext } from './shell/brand.ts'
import { beforePaint } from './shell/document.tsx'
import { Document } from './shell/document.tsx'
import { documentTitle } from './shell/titles.ts'
import { Landing } from './landing/landing.tsx'
import { hero } from './landing/landing.content.ts'
import { complaints, privacy, technicalSecurity, terms, type LegalContent } from './landing/legal.content.ts'

// Imported dynamically, so that their styles are files of their own and no byte of the start page.
const { LegalPage } = await import('./landing/legal-page.tsx')
const { Offline, offlineText } = await import('./landing/offline.tsx')
const { DocumentPage } = await import('./landing/document-page.tsx')
const { ComplaintTables } = await import('./landing/complaint-tables.tsx')

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

/** Attributes of the icon library that no page needs: 200 bytes, which cost the start page one round trip. */
const iconAttributes = / xmlns="http:\/\/www\.w3\.org\/2000\/svg"| class="lucide(?: lucide-[\w-]+)*"/g

/** The public pages are complete HTML; their one small script is `script`, and no React reaches the browser. */
export const renderPublicPages: PublicPages['renderPublicPages'] = (input) => ({
  scripts: input.script ? [beforePaint, input.script] : [beforePaint],
  pages: Object.entries(pages).map(([path, page]) => ({
    path,
    html: renderPage(input, path, page),
    isIndexed: !page.noindex,
  })),
})

export const renderStartPage: PublicPages['renderStartPage'] = (input, times) =>
  renderPage(input, '/', { page: <Landing times={times} />, description: hero.text })

export const renderComplaintsPage: PublicPages['renderComplaintsPage'] = (input, report) =>
  renderPage(input, '/complaints', {
    ...legal(complaints),
    page: (
      <LegalPage {...complaints}>
        <ComplaintTables report={report} />
      </LegalPage>
    ),
  })

/** Never listed: whoever has the address has the document. */
export const renderDocumentPage: PublicPages['renderDocumentPage'] = (input, document) =>
  renderPage(input, '/document', {
    page: <DocumentPage document={document} />,
    description: 'The number, date and amount of a document.',
    noindex: true,
  })

function renderPage(input: PublicPageInput, path: string, { page, description, noindex }: PublicPage): string {
  const { brand, address, font, script, innerStyles = [] } = input
  const styles = path === '/' ? input.styles : [...input.styles, ...innerStyles]
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
  return `<!doctype html>${html.replaceAll(iconAttributes, '')}`
}
