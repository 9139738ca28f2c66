import { replyErrors, replyRules } from '@sauda/contract/core/reply'
import { FilePicker } from '@sauda/ui/file-picker'
import { useState } from 'react'
import { MessageForm, oneLine } from './message-form.tsx'
import { drawPhoto, encodePhoto, photoErrors, photoTypes } from './photo.ts'

export type ReplyInput = { readonly body: { readonly text: string }; readonly images: { readonly proof?: Blob } }

export interface ReplyFormProps {
  /** Examples of photos. */
  hint: string
  send: (input: ReplyInput, onProgress: (percent: number) => void) => Promise<{ message: string }>
}

/** The longer side in pixels, as the server stores it. */
const longestSide = 3000

/** Redrawn, so that it fits the size limit and carries no place or device. Throws PhotoError. */
export async function photoOf(file: File): Promise<Blob> {
  const { canvas } = await drawPhoto(file, longestSide)
  return encodePhoto(canvas)
}

/** The upload of an optional photo. Throws PhotoError. */
export const proofOf = async (file: File | null): Promise<{ proof?: Blob }> =>
  file ? { proof: await photoOf(file) } : {}

export function ReplyForm({ hint, send }: ReplyFormProps) {
  const [text, setText] = useState('')
  const [file, setFile] = useState<File | null>(null)
  const line = oneLine(text)
  return (
    <MessageForm
      label="Your reply"
      maxLength={replyRules.textLength}
      value={text}
      onText={setText}
      missing={line === '' && !file && replyErrors.empty.message}
      send={async (onProgress) => send({ body: { text: line }, images: await proofOf(file) }, onProgress)}
      sending="Sending your reply"
      action="Send reply"
    >
      <ProofPicker label="Photo of a document (optional)" hint={hint} file={file} onFile={setFile} />
    </MessageForm>
  )
}

interface ProofPickerProps {
  label: string
  hint: string
  file: File | null
  onFile: (file: File) => void
}

export function ProofPicker(props: ProofPickerProps) {
  const [error, setError] = useState('')
  return (
    <FilePicker
      {...props}
      accept={photoTypes}
      error={error}
      onFile={(file) => {
        setError('')
        props.onFile(file)
      }}
      onReject={() => setError(photoErrors.notImage)}
    />
  )
}
