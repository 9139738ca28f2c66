import {
  messageCalls,
  messageKinds,
  messageRules,
  type SentKind,
  type MessageKind,
  placeholders,
} from '@sauda/contract/client/message'
import { Button } from '@sauda/ui/button'
import { DescriptionList } from '@sauda/ui/description-list'
import { Select } from '@sauda/ui/select'
import { Textarea, TextField } from '@sauda/ui/text-field'
import { appToast } from '@sauda/ui/toast'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { fieldErrors } from '../../shell/form-field.tsx'
import { FormFrame, type ItemDialog, useFormDialog, useItemDialog } from '../../shell/form-dialog.tsx'
import { useCan } from '../../shell/me.ts'
import { useShortcuts } from '../../shell/shortcut.ts'
import { TemplateSelect } from '../../shell/template-select.tsx'
import type { CallInput, Reply } from '@sauda/contract/platform/call'
import { useMutation } from '@tanstack/react-query'
import { callApi, useSend } from '../../shell/api.ts'
import layout from '../../shell/layout.module.css'
import styles from './message.module.css'

type MessageInput = CallInput<typeof messageCalls.preview>['body']
type MessagePreview = Reply<typeof messageCalls.preview>
const usePreview = () => useMutation({ mutationFn: (body: MessageInput) => callApi(messageCalls.preview, { body }) })

interface MessageAbout {
  /** Possible subjects; of several, the operator chooses one. */
  kinds: readonly [SentKind, ...SentKind[]]
  /** Id of the case. */
  id: string
  clientName: string
}

/** The button on a case or the client's page; w opens the dialog too. */
export function WriteToClient({ size, ...about }: MessageAbout & { size?: 'small' }) {
  const mayWrite = useCan()('client.write')
  const { show, dialog } = useItemDialog<MessageAbout>((props) => <MessageDialog {...props} />)
  useShortcuts('Client', [mayWrite && { keys: ['w'], does: 'Write to the client', run: () => show(about) }])
  if (!mayWrite) return null
  return (
    <>
      <Button variant="secondary" {...(size && { size })} onClick={() => show(about)}>
        Write to client
      </Button>
      {dialog}
    </>
  )
}

/** First the text, then the preview; what is sent is what the preview shows. */
function MessageDialog({ item: { kinds, id, clientName }, open, onClose }: ItemDialog<MessageAbout>) {
  const [shown, setShown] = useState<MessagePreview>()
  const [isRead, setRead] = useState(false)
  const preview = usePreview()
  const send = useSend(messageCalls.send)
  const edit = () => {
    send.reset()
    setShown(undefined)
    setRead(false)
  }
  const form = useFormDialog({
    name: `message ${kinds[0]} ${id}`,
    empty: { kind: kinds[0] as SentKind, subject: '', text: '', templateId: '' },
    mutation: {
      isPending: preview.isPending || send.isPending,
      error: send.error ?? preview.error,
      reset: () => {
        preview.reset()
        edit()
      },
    },
    onClose,
  })
  const { templateId, ...words } = form.draft
  const input = { ...words, id }
  const texts = { open, title: `Write to ${clientName}`, wide: true, form, checkAt: 'the client’s timeline' }
  if (shown)
    return (
      <FormFrame
        {...texts}
        description="This e-mail is sent, and its subject is shown as a notification."
        action="Send message"
        disabled={!isRead}
        loadingText="Sending"
        onConfirm={() =>
          send.mutate(
            { body: { ...input, seen: shown.seen, ...(templateId && { templateId }) } },
            {
              onSuccess: ({ message }) => {
                appToast.success(message)
                form.finish()
              },
            },
          )
        }
      >
        <Preview mail={shown.mail} onEdit={edit} onRead={() => setRead(true)} />
      </FormFrame>
    )
  return (
    <FormFrame
      {...texts}
      description="The client gets it by e-mail, with the number of the case."
      action="Preview"
      onSubmit={(event) =>
        form.submit(event, fieldErrors(messageCalls.preview.body, input), () =>
          preview.mutate(input, { onSuccess: setShown }),
        )
      }
    >
      {kinds.length > 1 && (
        <Select
          label="About"
          options={kinds.map((kind) => ({ value: kind, label: messageKinds[kind].name }))}
          value={words.kind}
          onChange={(event) =>
            form.edit({ kind: kinds.find((kind) => kind === event.target.value) ?? kinds[0], templateId: '' })
          }
        />
      )}
      <TemplateSelect kind={words.kind} id={id} value={templateId} onFill={form.edit} />
      <TextField label="Subject" autoComplete="off" maxLength={messageRules.subjectLength} {...form.field('subject')} />
      <Textarea
        label="Message"
        rows={7}
        maxLength={messageRules.textLength}
        hint="Do not promise a decision, an amount or a date. Greeting and contact details are added."
        {...form.field('text')}
      />
      <PlaceholderHint kind={words.kind} />
    </FormFrame>
  )
}

const doubleClickMs = 600

interface PreviewProps {
  mail: MessagePreview['mail']
  onEdit: () => void
  onRead: () => void
}

/** Calls `onRead` after a moment, because the second click of a double click on Preview would send the message unread. */
function Preview({ mail, onEdit, onRead }: PreviewProps) {
  const text = useRef<HTMLParagraphElement>(null)
  const read = useEffectEvent(onRead)
  useEffect(() => {
    text.current?.focus()
    const timer = setTimeout(() => read(), doubleClickMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className={layout.column}>
      <DescriptionList
        items={[
          { term: 'To', value: mail.to },
          { term: 'Subject', value: mail.subject },
        ]}
      />
      <p ref={text} className={styles.mail} tabIndex={-1}>
        {mail.text.trim()}
      </p>
      <div>
        <Button variant="secondary" size="small" onClick={onEdit}>
          Change the message
        </Button>
      </div>
    </div>
  )
}

/** The placeholders that a message about this kind of case may have. */
export const PlaceholderHint = ({ kind }: { kind: MessageKind }) => (
  <details className={styles.placeholders}>
    <summary>Placeholders</summary>
    <ul className={layout.found}>
      {messageKinds[kind].placeholders.map((name) => (
        <li key={name}>
          <code>{`{${name}}`}</code> {placeholders[name]}
        </li>
      ))}
    </ul>
  </details>
)
