import { contentCalls } from '@sauda/contract/broker/content'
import type { PublicPageName } from '@sauda/contract/broker/page-content'
import type { AppContext } from '../../app-context.ts'
import { readContent, type ReadContent } from './content-folder.ts'
import type { ContentSettings } from './content.settings.ts'

/** Renders a page; undefined if the screens are not built. */
export type RenderPreview = ((content: ReadContent, page: PublicPageName) => Promise<string>) | undefined

/** The files are read at each call; what is public is what was read at the start. */
export function previewRoutes(
  { mount, config }: Pick<AppContext, 'mount'> & { readonly config: ContentSettings },
  render: RenderPreview,
): void {
  mount(contentCalls.pages, async () => {
    const { content, faults } = readContent(config.contentDir)
    return {
      hasFolder: config.contentDir !== undefined,
      isChanged: JSON.stringify(content) !== JSON.stringify(config.content.content),
      faults: [...faults],
    }
  })
  mount(contentCalls.preview, async ({ params }) =>
    render
      ? render(readContent(config.contentDir), params.page as PublicPageName)
      : '<!doctype html><title>Preview</title><p>The pages have not been built.</p>',
  )
}
