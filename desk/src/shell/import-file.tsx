import type { WaitingFile as ListedFile } from '@sauda/contract/core/approval'
import type { Call, Reply } from '@sauda/contract/platform/call'
import { csvErrors, csvRules } from '@sauda/contract/platform/csv'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { Button } from '@sauda/ui/button'
import { Card, type CardProps } from '@sauda/ui/card'
import { FilePicker } from '@sauda/ui/file-picker'
import { ProgressBar } from '@sauda/ui/progress-bar'
import { errorMessage, errorTitle } from '@sauda/web/api-error'
import { DateTime } from '@sauda/web/date-time'
import { useMutation, type UseMutationResult } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { Link } from 'react-router'
import { uploadCsv, useChange } from './api.ts'
import { Lines, WarningList } from './lines.tsx'
import layout from './layout.module.css'

interface SentFile {
  file: File
  onProgress: (share: number) => void
  query?: object | undefined
}

type Sending<Result> = UseMutationResult<Result, Error, SentFile>
type FileCall = Call & { csv: string }

/** The import of a file, with a query beside it. */
export const useUpload = <C extends FileCall>(call: C, query?: object): Sending<Reply<C>> =>
  useChange((sent: SentFile) => uploadCsv(call, { ...sent, query: query ?? sent.query }))

/** The import of a file and its preview, which changes nothing. */
export const useFileImport = <P extends FileCall, I extends FileCall>(
  preview: P,
  importFile: I,
  query?: object,
): { preview: Sending<Reply<P>>; send: Sending<Reply<I>> } => ({
  preview: useMutation({ mutationFn: (sent: SentFile) => uploadCsv(preview, { ...sent, query: query ?? sent.query }) }),
  send: useUpload(importFile, query),
})

/** A chosen file goes to `first` at once: to the preview or, where there is none, to the import. */
export function useChosenFile<First, Then>(first: Sending<First>, then?: Sending<Then>, mostBytes = csvRules.bytes) {
  const [file, setFile] = useState<File | null>(null)
  const [fileError, setFileError] = useState<string>()
  const [sent, setSent] = useState(0)
  const isBusy = first.isPending || then?.isPending === true
  // The second click of a double click comes before `isPending`.
  const sending = useRef(false)
  return {
    file,
    isBusy,
    error: then?.error ?? first.error,
    /** The props of the file picker. */
    picker: {
      file,
      disabled: isBusy,
      error: fileError,
      onFile: (chosen: File, { query, onSuccess }: { query?: object; onSuccess?: (result: First) => void } = {}) => {
        setFile(chosen)
        setSent(0)
        then?.reset()
        first.reset()
        const isLarge = chosen.size > mostBytes
        setFileError(isLarge ? csvErrors.tooManyBytes.message : undefined)
        if (!isLarge) first.mutate({ file: chosen, query, onProgress: setSent }, onSuccess && { onSuccess })
      },
      onReject: () => setFileError(csvErrors.notText.message),
    },
    send: (query?: object) => {
      if (!file || isBusy || sending.current) return
      sending.current = true
      setSent(0)
      then?.mutate({ file, query, onProgress: setSent }, { onSettled: () => (sending.current = false) })
    },
    progress: (label: string, sending = 'Sending the file') =>
      isBusy && <ProgressBar label={sent < 100 ? sending : label} {...(sent < 100 && { percent: sent })} />,
  }
}

interface ImportFileProps<Reading, Result> {
  label: string
  hint: string
  /** Bytes; that of CSV files if not given. */
  mostBytes?: number
  preview: Sending<Reading>
  send: Sending<Result>
  /** The text of the button; undefined if the file cannot be imported. */
  action: (reading: Reading) => string | undefined
  reading: (reading: Reading, action: ReactNode) => ReactNode
  imported: (result: Result) => ReactNode
  /** Fields beside the reading that are sent too. */
  children?: ReactNode
  /** What the button says that reads the chosen file again with other fields. */
  again?: string
  accept?: string
}

const packedTypes = '.zip,.gz,.csv,text/csv,application/zip,application/gzip'

/** A file of an exchange: choose it, read what it would do, import it. */
export function ImportFile<Reading, Result>(props: ImportFileProps<Reading, Result>) {
  const { label, hint, mostBytes, preview, send, again, accept = packedTypes } = props
  const chosen = useChosenFile(preview, send, mostBytes)
  const { isBusy, error } = chosen
  const action = preview.data && props.action(preview.data)
  return (
    <>
      <Card>
        <FilePicker label={label} hint={hint} accept={accept} {...chosen.picker} />
        {props.children}
        {again && chosen.file && (
          <Button
            variant="secondary"
            disabled={isBusy}
            onClick={() => chosen.file && chosen.picker.onFile(chosen.file)}
          >
            {again}
          </Button>
        )}
      </Card>
      {chosen.progress(send.isPending ? 'Importing the file' : 'Checking the file')}
      {error && !isBusy && (
        <AlertBanner
          tone="error"
          title={send.error ? errorTitle(send.error, 'Nothing was imported') : 'The file cannot be imported'}
        >
          {errorMessage(error, send.error ? 'the files below' : undefined)}
        </AlertBanner>
      )}
      {send.data && props.imported(send.data)}
      {preview.data &&
        !send.data &&
        props.reading(
          preview.data,
          action !== undefined && (
            <Button loading={send.isPending} onClick={() => chosen.send()}>
              {action}
            </Button>
          ),
        )}
    </>
  )
}

/** The first lines of a sample, as they stand in the file. */
export const SampleFile = ({ csv }: { csv: string }) => (
  <Card title="Example of the file">
    {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard must reach what scrolls */}
    <pre className={layout.sample} tabIndex={0}>
      {csv.trim()}
    </pre>
  </Card>
)

/** Columns that are filled in the file and not read; nothing is shown without any. */
export const UnusedColumns = ({ columns = [] }: { columns?: readonly string[] | undefined }) =>
  columns.length > 0 && <span>{`Not used: ${columns.length === 1 ? 'column' : 'columns'} ${columns.join(', ')}.`}</span>

const isWaiting = (result: unknown): result is WaitingFile => (result as WaitingFile).waitsForSecond === true

interface SendFileProps<Result> extends Pick<CardProps, 'aside'> {
  title: string
  label: string
  hint: string
  send: Sending<Result>
  onSent?: (result: Result) => void
  imported?: (result: Result) => ReactNode
}

interface WaitingFile {
  waitsForSecond?: boolean | undefined
  secondReasons?: readonly string[] | undefined
  /** Columns that are filled and not read. */
  unused?: readonly string[] | undefined
}

interface WaitingFileProps {
  file: WaitingFile
  /** What of it counts already. */
  changed?: string
}

/** Why a file that was sent changes nothing yet; nothing is shown for one that counted at once. */
export function WaitingFileBanner({ file, changed = 'Nothing has changed yet.' }: WaitingFileProps) {
  const { waitsForSecond, secondReasons = [], unused } = file
  if (!waitsForSecond) return null
  return (
    <AlertBanner tone="warn" title="The file waits for a second operator">
      <p>{`${changed} An operator who did not send it decides in the work queue, because:`}</p>
      <WarningList warnings={secondReasons.map((text) => ({ text }))} />
      <UnusedColumns columns={unused} />
    </AlertBanner>
  )
}

/** In a preview: why the file would wait. */
export function SecondNeededBanner({ reasons = [] }: { reasons?: readonly string[] | undefined }) {
  if (reasons.length === 0) return null
  return (
    <AlertBanner tone="warn" title="A second operator must agree">
      <WarningList warnings={reasons.map((text) => ({ text }))} />
    </AlertBanner>
  )
}

/** The files of a list that wait; nothing is shown while none does. */
export function WaitingFiles({ files }: { files: readonly ListedFile[] }) {
  if (files.length === 0) return null
  return (
    <Card title="Files that wait for a second operator">
      <Lines>
        {files.map(({ _id, summary, requestedBy, createdAt }) => (
          <span key={_id}>
            <Link to={`/proposal/${_id}`}>{summary}</Link>
            {`, sent by ${requestedBy}, `}
            <DateTime at={createdAt} />
          </span>
        ))}
      </Lines>
    </Card>
  )
}

/** A file that is imported as soon as it is chosen. */
export function SendFile<Result>(props: SendFileProps<Result>) {
  const { title, aside, label, hint, send, onSent, imported = () => 'The file was imported.' } = props
  const { picker, progress } = useChosenFile(send)
  return (
    <Card title={title} aside={aside}>
      <FilePicker
        label={label}
        hint={hint}
        accept=".gz,.csv,text/csv,application/gzip"
        {...picker}
        onFile={(chosen) => picker.onFile(chosen, onSent && { onSuccess: onSent })}
      />
      {progress('Importing the file')}
      {send.error && (
        <AlertBanner tone="error" title={errorTitle(send.error, 'Nothing was imported')}>
          {errorMessage(send.error, 'the list below')}
        </AlertBanner>
      )}
      {send.isSuccess &&
        (isWaiting(send.data) ? (
          <WaitingFileBanner file={send.data} />
        ) : (
          <AlertBanner tone="success">{imported(send.data)}</AlertBanner>
        ))}
    </Card>
  )
}
