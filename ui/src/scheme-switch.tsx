import { Monitor, Moon, Sun } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { RadioGroup } from './radio-group.tsx'
import { setScheme, storedScheme, subscribeScheme, type Scheme } from './scheme.ts'

const options = [
  { value: 'system', label: 'System', icon: <Monitor aria-hidden="true" /> },
  { value: 'light', label: 'Light', icon: <Sun aria-hidden="true" /> },
  { value: 'dark', label: 'Dark', icon: <Moon aria-hidden="true" /> },
] as const

export function SchemeSwitch() {
  // A prerendered page does not contain the choice.
  const scheme = useSyncExternalStore<Scheme>(subscribeScheme, storedScheme, () => 'system')
  return (
    <RadioGroup
      label="Appearance"
      hideLabel
      look="segmented"
      options={options}
      value={scheme}
      onValueChange={(value) => setScheme(value as Scheme)}
    />
  )
}
