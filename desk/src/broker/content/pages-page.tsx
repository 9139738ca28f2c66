import { contentCalls } from '@sauda/contract/broker/content'
import type { PublicPageName } from '@sauda/contract/broker/page-content'
import type { Reply } from '@sauda/contract/platform/call'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { buttonClass } from '@sauda/ui/button'
import { Select } from '@sauda/ui/select'
import { urlOf } from '@sauda/web/http'
import { useState } from 'react'
import { useCall } from '../../shell/api.ts'
import layout from '../../shell/layout.module.css'
import { optionsOf } from '../../shell/form-dialog.tsx'
import { Loaded, PreviewFrame } from '../../shell/loaded.tsx'
import { Page } from '../../shell/page.tsx'
import styles from './content.module.css'
import { ContentTabs } from './content-page.tsx'

const names: Readonly<Record<PublicPageName, string>> = {
  start: 'Start page and footer',
  privacy: 'Privacy policy',
  terms: 'Terms of service',
  'technical-security': 'Technical Security',
  complaints: 'Complaints',
}

const addresses: Readonly<Record<PublicPageName, string>> = {
  start: '/',
  privacy: '/privacy',
  terms: '/terms',
  'technical-security': '/technical-security',
  complaints: '/complaints',
}

/** The public pages with the files of CONTENT_DIR as they are now. */
export function PagesPage() {
  const query = useCall(contentCalls.pages, {})
  const [page, setPage] = useState<PublicPageName>('start')
  return (
    <Page
      title="Website"
      right="content.edit"
      description="Preview. Your IT team changes these pages."
      tabs={<ContentTabs />}
      actions={
        <a className={buttonClass('secondary')} href={addresses[page]} target="_blank" rel="noopener noreferrer">
          Open the published page
        </a>
      }
    >
      <Loaded query={query} what="the content" lines={6}>
        {(state) => (
          <div className={layout.screen}>
            <State {...state} />
            <div className={layout.choices}>
              <Select
                label="Page"
                options={optionsOf(names)}
                value={page}
                onChange={(event) => setPage(event.target.value as PublicPageName)}
              />
            </div>
            {/*
              Loaded again with the figures above it. Another page is another frame, because a frame that moves to another address adds
              an entry to the browser's history. The server forbids scripts in it as well.
            */}
            <PreviewFrame
              key={`${page} ${query.dataUpdatedAt}`}
              className={styles.frame}
              title={`Preview: ${names[page]}`}
              src={urlOf(contentCalls.preview.path, { params: { page } })}
              sandbox=""
            />
          </div>
        )}
      </Loaded>
    </Page>
  )
}

function State({ hasFolder, isChanged, faults }: Reply<typeof contentCalls.pages>) {
  if (faults.length > 0)
    return (
      <AlertBanner tone="error" title="The server would not start with these files">
        <ul className={styles.faults}>
          {faults.map(({ file, line, message }, index) => (
            <li key={index}>{`${file}${line === undefined ? '' : `, line ${line}`}: ${message}`}</li>
          ))}
        </ul>
      </AlertBanner>
    )
  if (!hasFolder)
    return (
      <AlertBanner title="The pages show the default content">Your IT team can replace them with your own.</AlertBanner>
    )
  return isChanged ? (
    <AlertBanner tone="warn">
      The files have changed. Visitors see this preview once the server has restarted.
    </AlertBanner>
  ) : (
    <AlertBanner tone="success">Visitors see the pages as shown here.</AlertBanner>
  )
}
