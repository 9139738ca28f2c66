import { csvErrors, csvRules } from '@sauda/contract/platform/csv'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { Button } from '@sauda/ui/button'
import { Card } from '@sauda/ui/card'
import { FilePicker } from '@sauda/ui/file-picker'
import { ProgressBar } from '@sauda/ui/progress-bar'
import { errorMessage, errorTitle } from '@sauda/web/api-error'
import type { UseMutationResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'

export interface SentFile {
  file: File
  onProgress: (share: number) => void
}

interface ImportFileProps<Reading, Result> {
  label: string
  hint: string
  /** Bytes; that of CSV files if not given. */
  mostBytes?: number
  preview: UseMutationResult<Reading, Error, SentFile>
  send: UseMutationResult<Result, Error, SentFile>
  /** The text of the button; undefined if the file cannot be imported. */
  action: (reading: Reading) => string | undefined
  reading: (reading: Reading, action: ReactNode) => ReactNode
  imported: (result: Result) => ReactNode
  /** Fields beside the reading that are sent too. */
  children?: ReactNode
}

/** A file of an exchange: choose it, read what it would do, import it. */
export function ImportFile<Reading, Result>(props: ImportFileProps<Reading, Result>) {
  const { label, hint, mostBytes = csvRules.bytes, preview, send } = props
  const [file, setFile] = useState<File | null>(null)
  const [fileError, setFileError] = useState<string>()
  const [sent, setSent] = useState(0)
  const isBusy = preview.isPending || send.isPending
  const choose = (chosen: File) => {
    setFile(chosen)
    setSent(0)
    send.reset()
    preview.reset()
    const isLarge = chosen.size > mostBytes
    setFileError(isLarge ? csvErrors.tooManyBytes.message : undefined)
    if (!isLarge) preview.mutate({ file: chosen, onProgress: setSent })
  }
  const error = send.error ?? preview.error
  const action = preview.data && props.action(preview.data)
  return (
    <>
      <Card title="File">
        <FilePicker
          label={label}
          hint={hint}
          accept=".zip,.gz,.csv,text/csv,application/zip,application/gzip"
          file={file}
          disabled={isBusy}
          error={fileError}
          onFile={choose}
          onReject={() => setFileError(csvErrors.notText.message)}
        />
        {props.children}
      </Card>
      {isBusy && (
        <ProgressBar
          label={sent < 100 ? 'Sending the file' : send.isPending ? 'Importing the file' : 'Checking the file'}
          {...(sent < 100 && { percent: sent })}
        />
      )}
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
            <Button
              loading={send.isPending}
              onClick={() => file && !isBusy && send.mutate({ file, onProgress: setSent })}
            >
              {action}
            </Button>
          ),
        )}
    </>
  )
}

interface SendFileProps<Result> {
  title: string
  label: string
  hint: string
  send: UseMutationResult<Result, Error, SentFile>
  onSent?: (result: Result) => void
}

/** A file that is imported as soon as it is chosen. */
export function SendFile<Result>({ title, label, hint, send, onSent }: SendFileProps<Result>) {
  const [file, setFile] = useState<File | null>(null)
  const [fileError, setFileError] = useState<string>()
  const [sent, setSent] = useState(0)
  const choose = (chosen: File) => {
    setFile(chosen)
    setSent(0)
    send.reset()
    const isLarge = chosen.size > csvRules.bytes
    setFileError(isLarge ? csvErrors.tooManyBytes.message : undefined)
    if (!isLarge) send.mutate({ file: chosen, onProgress: setSent }, onSent && { onSuccess: onSent })
  }
  return (
    <Card title={title}>
      <FilePicker
        label={label}
        hint={hint}
        accept=".gz,.csv,text/csv,application/gzip"
        file={file}
        disabled={send.isPending}
        error={fileError}
        onFile={choose}
        onReject={() => setFileError(csvErrors.notText.message)}
      />
      {send.isPending && (
        <ProgressBar
          label={sent < 100 ? 'Sending the file' : 'Importing the file'}
          {...(sent < 100 && { percent: sent })}
        />
      )}
      {send.error && (
        <AlertBanner tone="error" title={errorTitle(send.error, 'Nothing was imported')}>
          {errorMessage(send.error, 'the list below')}
        </AlertBanner>
      )}
      {send.isSuccess && <AlertBanner tone="success">The file was imported.</AlertBanner>}
    </Card>
  )
}
