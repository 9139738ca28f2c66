import { useRewriting } from './rewriting.ts'
import { TextField, type TextFieldProps } from './text-field.tsx'

interface RewrittenFieldProps extends Omit<TextFieldProps, 'value' | 'onChange'> {
  value: string
  onText: (text: string) => void
  /** Applied to what is typed, such as capitals for a code. */
  rewrite: (text: string) => string
}

export function RewrittenField({ value, onText, rewrite, onBlur, ...props }: RewrittenFieldProps) {
  const input = useRewriting(
    value,
    (text) => text,
    (typed) => {
      const text = rewrite(typed)
      return { text, shown: text }
    },
    onText,
  )
  return (
    <TextField
      {...props}
      {...input}
      onBlur={(event) => {
        input.onBlur()
        onBlur?.(event)
      }}
    />
  )
}
