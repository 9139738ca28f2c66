import { Button } from '@sauda/ui/button'
import { cx, downloadBlob } from '@sauda/ui/dom'
import { Row } from '@sauda/ui/stack'
import { appToast } from '@sauda/ui/toast'
import { errorMessage } from '@sauda/web/api-error'
import { todayInIndia } from '@sauda/web/server-clock'
import { useBusy } from '@sauda/web/hooks'
import { Download } from 'lucide-react'
import { type RefObject, useState } from 'react'
import type { UseInfiniteQueryResult, UseQueryResult } from '@tanstack/react-query'
import layout from './layout.module.css'

export interface NamedFile {
  name: string
  blob: Blob
}

interface DownloadFileProps {
  label: string
  /** Shown instead of the label, where the icon says the rest of it. */
  brief?: string
  /** `onProgress` receives what the button shows meanwhile. */
  load: (onProgress: (text: string) => void) => Promise<NamedFile>
  /** Shown if the error has no message of its own. */
  errorText?: string
  variant?: 'secondary' | 'ghost'
  /** In a table that is not narrow. */
  iconOnly?: boolean
  className?: string | undefined
}

/** Saves a file that the server or the browser makes. */
export function DownloadFile({
  label,
  brief = label,
  load,
  errorText,
  variant = 'secondary',
  iconOnly = false,
  className,
}: DownloadFileProps) {
  const [busy, run] = useBusy()
  const [progress, setProgress] = useState('')
  const download = () =>
    run(async () => {
      setProgress('')
      try {
        const { name, blob } = await load(setProgress)
        downloadBlob(name, blob)
      } catch (error) {
        appToast.error(errorText ?? errorMessage(error))
      }
    })
  return (
    <Button
      variant={variant}
      size="small"
      className={cx(iconOnly && layout.icon, className)}
      icon={<Download size={16} aria-hidden="true" />}
      title={label}
      aria-label={brief === label ? undefined : label}
      loading={busy}
      {...(progress !== '' && { loadingText: progress })}
      onClick={() => void download()}
    >
      <span>{brief}</span>
    </Button>
  )
}

interface DownloadFormatsProps<Format extends string> {
  /** With their names. */
  formats: Readonly<Record<Format, string>>
  load: (format: Format, onProgress: (text: string) => void) => Promise<NamedFile>
}

/** A button for each format of a file. */
export const DownloadFormats = <Format extends string>({ formats, load }: DownloadFormatsProps<Format>) => (
  <Row gap={2}>
    {(Object.keys(formats) as Format[]).map((format) => (
      <DownloadFile
        key={format}
        label={`Download ${formats[format]}`}
        brief={formats[format]}
        load={(onProgress) => load(format, onProgress)}
      />
    ))}
  </Row>
)

interface DownloadSampleProps {
  label: string
  name: string
  csv: string
}

/** Saves an example of a file that can be uploaded. */
export const DownloadSample = ({ label, name, csv }: DownloadSampleProps) => (
  <DownloadFile label={label} load={() => Promise.resolve({ name, blob: new Blob([csv], { type: 'text/csv' }) })} />
)

/** Under the label of the list and today's date. */
export const csvFile = (label: string, text: string): NamedFile => ({
  name: `${label.toLowerCase().replaceAll(/\W+/g, '-')}-${todayInIndia()}.csv`,
  blob: new Blob([text], { type: 'text/csv; charset=utf-8' }),
})

/** A longer list is narrowed by search or filter first. */
const mostRows = 5000

/** Loads the pages that are not shown yet; returns how many rows the table then has. */
export type LoadRows = (onCount: (count: number) => void) => Promise<number>

interface DownloadTableProps {
  label: string
  load: LoadRows
  box: RefObject<HTMLElement | null>
}

/** Saves the list as it is shown as CSV, with the pages that are not loaded yet. */
export function DownloadTable({ label, load, box }: DownloadTableProps) {
  const save = async (onProgress: (text: string) => void) => {
    const count = await load((rows) => onProgress(`${rows} rows`))
    const table = await tableWith(box, count)
    const { csvOfTable } = await import('./table-csv.ts')
    if (count >= mostRows) appToast.info('The file has the first 5,000 rows. Search or filter for the others.')
    return csvFile(label, csvOfTable(table))
  }
  return (
    <DownloadFile
      label="Download CSV"
      load={save}
      variant="ghost"
      iconOnly
      className={layout.csv}
      errorText="The list could not be fully loaded, so no file was saved. Please try again."
    />
  )
}

type Pages<Data> = UseQueryResult<Data> | UseInfiniteQueryResult<Data>

/** Loads a query to its last page, or to as many rows as a file takes. */
export async function loadPages<Data>(
  query: Pages<Data>,
  countOf: (data: Data) => number,
  onCount: (count: number) => void,
): Promise<number> {
  let now = query
  for (;;) {
    if (now.data === undefined || now.isError) throw new Error('not loaded')
    const count = countOf(now.data)
    onCount(count)
    if (!('hasNextPage' in now) || !now.hasNextPage || count >= mostRows) return count
    now = await now.fetchNextPage()
  }
}

/** The rows appear a moment after their data. */
async function tableWith(box: RefObject<HTMLElement | null>, rows: number): Promise<HTMLTableElement> {
  for (let tries = 0; tries < 100; tries++) {
    const table = box.current?.querySelector('table')
    if (table && (table.tBodies[0]?.rows.length ?? 0) >= rows) return table
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('not shown')
}
