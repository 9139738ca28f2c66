import type { PageContent } from '@sauda/contract/broker/page-content'
import { createContext, use } from 'react'

export const ContentContext = createContext<PageContent | undefined>(undefined)

/** The broker's own content of the public pages, or the default. */
export function useContent(): PageContent {
  const content = use(ContentContext)
  if (!content) throw new Error('The public pages are rendered without their content')
  return content
}
