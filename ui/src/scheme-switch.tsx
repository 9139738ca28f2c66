import { Monitor, Moon, Sun } from 'lucide-react'
import { useState } from 'react'
import { RadioGroup } from './radio-group.tsx'
import { setScheme, storedScheme, type Scheme } from './scheme.ts'

const options = [
  { value: 'system', label: 'System', icon: <Monitor aria-hidden="true" /> },
  { value: 'light', label: 'Light', icon: <Sun aria-hidden="true" /> },
  { value: 'dark', label: 'Dark', icon: <Moon aria-hidden="true" /> },
] as const

/** System, light or dark, kept on this device. */
export function SchemeSwitch({ hideLabel = true }: { hideLabel?: boolean }) {
  const [scheme, choose] = useState<Scheme>(storedScheme)
  return (
    <RadioGroup
      label="Appearance"
      hideLabel={hideLabel}
      look="segmented"
      options={options}
      value={scheme}
      onValueChange={(value) => {
        const next = value as Scheme
        choose(next)
        setScheme(next)
      }}
    />
  )
}
