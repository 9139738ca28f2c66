import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from './icon-button.tsx'
import { TextField, type TextFieldProps } from './text-field.tsx'

export interface PasswordFieldProps extends Omit<TextFieldProps, 'type' | 'suffix'> {
  /** What the button shows and hides, in lower case. */
  noun?: string
}

/** A password with a button that shows and hides it. */
export function PasswordField({ noun = 'password', ...field }: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  return (
    <TextField
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      {...field}
      type={shown ? 'text' : 'password'}
      suffix={
        <IconButton
          label={`${shown ? 'Hide' : 'Show'} ${noun}`}
          icon={shown ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
          onClick={() => setShown(!shown)}
          disabled={field.disabled}
        />
      }
    />
  )
}
