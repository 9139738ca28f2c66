import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from './button.tsx'
import { TextField, type TextFieldProps } from './text-field.tsx'

// Whole sentences, for translation.
const labels = {
  password: { show: 'Show password', hide: 'Hide password' },
  'current password': { show: 'Show current password', hide: 'Hide current password' },
  'new password': { show: 'Show new password', hide: 'Hide new password' },
  confirmation: { show: 'Show confirmation', hide: 'Hide confirmation' },
}

export interface PasswordFieldProps extends Omit<TextFieldProps, 'type' | 'suffix'> {
  noun?: keyof typeof labels
}

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
          label={shown ? labels[noun].hide : labels[noun].show}
          icon={shown ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
          onClick={() => setShown(!shown)}
          disabled={field.disabled}
        />
      }
    />
  )
}
