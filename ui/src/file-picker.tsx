import { FileCheck, Upload } from 'lucide-react'
import { useState, type DragEvent, type ReactNode } from 'react'
import { cx } from './dom.ts'
import { Field, useField } from './field.tsx'
import styles from './file-picker.module.css'

export interface FilePickerProps {
  label: ReactNode
  file: File | null
  onFile: (file: File) => void
  /** A dropped file that does not fit `accept`. */
  onReject?: (file: File) => void
  accept?: string
  hint?: ReactNode
  error?: ReactNode
  disabled?: boolean
}

export function FilePicker(props: FilePickerProps) {
  const { file, onFile, onReject, accept, disabled } = props
  const [field, control] = useField({ label: props.label, hint: props.hint, error: props.error })
  const [over, setOver] = useState(false)
  const take = (picked: File | null | undefined) => {
    if (!picked || disabled) return
    if (acceptsFile(picked, accept)) onFile(picked)
    else onReject?.(picked)
  }
  const drag = (event: DragEvent, entering: boolean) => {
    event.preventDefault()
    setOver(entering && !disabled)
  }
  return (
    <Field {...field}>
      <div
        className={cx(styles.zone, over && styles.over, file && styles.chosen)}
        onDragOver={(event) => drag(event, true)}
        onDragLeave={(event) => drag(event, false)}
        onDrop={(event) => {
          drag(event, false)
          take(event.dataTransfer.files[0])
        }}
      >
        {file ? <FileCheck aria-hidden="true" /> : <Upload aria-hidden="true" />}
        {file && (
          <span aria-live="polite">
            <span className={styles.name}>{file.name}</span> <span className="secondary">{fileSize(file.size)}</span>
          </span>
        )}
        <span className="secondary" aria-hidden="true">
          <span className={styles.action}>{file ? 'Choose another file' : 'Choose a file'}</span>
          <span className={styles.drop}> or drop it here</span>
        </span>
        <input
          {...control}
          type="file"
          className={styles.input}
          accept={accept}
          disabled={disabled}
          onChange={(event) => {
            take(event.target.files?.[0])
            // Otherwise choosing the same file again fires no event.
            event.target.value = ''
          }}
        />
      </div>
    </Field>
  )
}

/** The browser applies `accept` only to chosen files, not to dropped ones. */
export function acceptsFile(file: { name: string; type: string }, accept: string | undefined): boolean {
  if (!accept) return true
  return accept.split(',').some((entry) => {
    const type = entry.trim().toLowerCase()
    // A file without a type is judged by its content.
    if (type.includes('/') && ['', 'application/octet-stream'].includes(file.type)) return true
    if (type.startsWith('.')) return file.name.toLowerCase().endsWith(type)
    if (type.endsWith('/*')) return file.type.toLowerCase().startsWith(type.slice(0, -1))
    return file.type.toLowerCase() === type
  })
}

/** 734003 → "717 KB". */
export function fileSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  if (bytes < 1024 * 1024) return `${Math.round(bytes / 1024)} KB`
  return `${(Math.round((bytes * 10) / (1024 * 1024)) / 10).toLocaleString('en-IN')} MB`
}
