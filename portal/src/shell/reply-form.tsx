import { replyErrors, replyRules } from '@sauda/contract/core/reply'
import { useState } from 'react'
import { MessageForm } from './message-form.tsx'
import { proofOf, ProofPicker } from './proof-picker.tsx'

export type ReplyInput = { readonly body: { readonly text: string }; readonly images: { readonly proof?: Blob } }

export interface ReplyFormProps {
  /** Examples of photos. */
  hint: string
  send: (input: ReplyInput, onProgress: (percent: number) => void) => Promise<{ message: string }>
}

export function ReplyForm({ hint, send }: ReplyFormProps) {
  const [text, setText] = useState('')
  const [file, setFile] = useState<File | null>(null)
  const line = text.trim()
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
