import '@sauda/ui/tokens.css'
import './shell/global.css'
import { renderToStaticMarkup } from 'react-dom/server'
import type { ReactNode } from 'react'
import type { PublicPageInput, PublicPages, PublishedTimes } from '@sauda/contract/broker/health'
import { type LegalPageName, plainOf } from '@sauda/contract/broker/page-content'
import { BrandContext } from './shell/brand.ts'
import { beforePaint } from './shell/document.tsx'
import { Document } from './shell/document.tsx'
import { documentTitle } from './shell/titles.ts'
import { Landing } from './landing/landing.tsx'
import { fill, filled, ContentContext } from './landing/content.tsx'

// Imported dynamically, so that their styles are files of their own and no byte of the start page.
const { LegalPage, wordsOf } = await import('./landing/legal-page.tsx')
const { Offline, offlineText } = await import('./landing/offline.tsx')
const { DocumentPage } = await import('./landing/document-page.tsx')
const { ComplaintTables } = await import('./landing/complaint-tables.tsx')

interface PublicPage {
  page: ReactNode
  description: string
  noindex?: true
}

type Content = PublicPageInput['content']

const start = ({ landing }: Content, times?: PublishedTimes): PublicPage => ({
  page: <Landing times={times} />,
  description: landing.hero.text,
})

const legal = ({ legal: pages }: Content, name: LegalPageName, tables?: ReactNode): PublicPage => ({
  page: <LegalPage name={name}>{tables}</LegalPage>,
  description: plainOf(pages[name].lead),
})

const pagesOf = (content: Content): Readonly<Record<string, PublicPage>> => ({
  '/': start(content),
  '/privacy': legal(content, 'privacy'),
  '/terms': legal(content, 'terms'),
  '/technical-security': legal(content, 'technical-security'),
  '/offline': { page: <Offline />, description: offlineText.lead, noindex: true },
})

/** Attributes of the icon library that no page needs: 200 bytes, which cost the start page one round trip. */
const iconAttributes = / xmlns="http:\/\/www\.w3\.org\/2000\/svg"| class="lucide(?: lucide-[\w-]+)*"/g

/** The public pages are complete HTML; their one small script is `script`, and no React reaches the browser. */
export const renderPublicPages: PublicPages['renderPublicPages'] = (input) => ({
  scripts: input.script ? [beforePaint, input.script] : [beforePaint],
  pages: Object.entries(pagesOf(input.content)).map(([path, page]) => ({
    path,
    html: renderPage(input, path, page),
    isIndexed: !page.noindex,
  })),
})

export const renderStartPage: PublicPages['renderStartPage'] = (input, times) =>
  renderPage(input, '/', start(input.content, times))

export const renderComplaintsPage: PublicPages['renderComplaintsPage'] = (input, report) =>
  renderPage(input, '/complaints', legal(input.content, 'complaints', <ComplaintTables report={report} />))

/** Never listed: whoever has the address has the document. */
export const renderDocumentPage: PublicPages['renderDocumentPage'] = (input, document) =>
  renderPage(input, '/document', {
    page: <DocumentPage document={document} />,
    description: 'The number, date and amount of a document.',
    noindex: true,
  })

function renderPage(input: PublicPageInput, path: string, { page, noindex, ...about }: PublicPage): string {
  const { brand, address, font, script, innerStyles = [] } = input
  const styles = path === '/' ? input.styles : [...input.styles, ...innerStyles]
  const title = documentTitle(path, brand.name)
  const content = filled(input.content, wordsOf(brand))
  const description = fill(about.description, wordsOf(brand))
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
      <meta property="og:image:alt" content={brand.name} />
      <meta name="twitter:card" content="summary" />
    </>
  )
  const themeColors = <meta name="theme-color" content="#0a0b0e" />
  const html = renderToStaticMarkup(
    <BrandContext value={brand}>
      <ContentContext value={content}>
        <Document {...{ title, description, brand, styles, font, head, themeColors }} script={beforePaint}>
          {page}
          {script && <script dangerouslySetInnerHTML={{ __html: script }} />}
        </Document>
      </ContentContext>
    </BrandContext>,
  )
  return `<!doctype html>${html.replaceAll(iconAttributes, '')}`
}
