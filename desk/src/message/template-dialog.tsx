import {
  messageCalls,
  type MessageKind,
  messageKindNames,
  messageKinds,
  messageRules,
  type MessageTemplate,
  placeholderProblem,
} from '@sauda/contract/message'
import { Select } from '@sauda/ui/select'
import { Textarea, TextField } from '@sauda/ui/text-field'
import { fieldErrors, type FieldErrors } from '../shell/field-errors.ts'
import { needsAdministrator, type Outcome, toastOutcome } from '../shell/outcome-toast.ts'
import { FormDialog, useFormDialog } from '../shell/form-dialog.tsx'
import { type TemplateInput, useSaveTemplate } from './message.api.ts'
import { PlaceholderHint } from './placeholder-hint.tsx'

interface TemplateDialogProps {
  /** None: a new one. */
  template: MessageTemplate | undefined
  open: boolean
  onClose: () => void
}

export function TemplateDialog({ template, open, onClose }: TemplateDialogProps) {
  const save = useSaveTemplate(template)
  const { title, kind, subject, text } = template ?? { title: '', kind: 'client' as MessageKind, subject: '', text: '' }
  const form = useFormDialog({
    name: `template ${template ? `${template._id} ${template.version}` : 'new'}`,
    empty: { title, kind, subject, text },
    mutation: save,
    onClose,
  })
  const { draft, field } = form
  const onSuccess = (outcome: Outcome) => {
    toastOutcome(outcome, template ? 'Template saved' : 'Template added', needsAdministrator)
    form.finish()
  }
  return (
    <FormDialog
      form={form}
      open={open}
      title={template ? 'Edit template' : 'Add template'}
      description="A message states what is known and what the client can do. It promises nothing."
      wide
      action="Save template"
      loadingText="Saving"
      onSubmit={(event) => form.submit(event, errorsOf(draft), () => save.mutate(draft, { onSuccess }))}
    >
      <TextField
        label="Title"
        hint="For operators only."
        autoComplete="off"
        maxLength={messageRules.titleLength}
        {...field('title')}
      />
      <Select
        label="For messages about"
        hint="Templates about the account are offered with every case."
        options={messageKindNames.map((name) => ({
          value: name,
          label: messageKinds[name].name,
        }))}
        {...field('kind')}
      />
      <TextField label="Subject" autoComplete="off" maxLength={messageRules.subjectLength} {...field('subject')} />
      <Textarea
        label="Message"
        rows={7}
        hint="Greeting and contact details are added."
        maxLength={messageRules.textLength}
        {...field('text')}
      />
      <PlaceholderHint kind={draft.kind} />
    </FormDialog>
  )
}

function errorsOf(draft: TemplateInput): FieldErrors | undefined {
  const found = fieldErrors(messageCalls.addTemplate.body, draft)
  if (found) return found
  const subject = placeholderProblem(draft.kind, draft.subject)
  const text = placeholderProblem(draft.kind, draft.text)
  return subject === undefined && text === undefined ? undefined : { subject, text }
}
