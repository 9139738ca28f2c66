import { Monitor, Moon, Sun } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { Segments } from './radio-group.tsx'
import { setScheme, storedScheme, subscribeScheme, type Scheme } from './scheme.ts'

const options = [
  { value: 'system', label: 'System', icon: <Monitor aria-hidden="true" /> },
  { value: 'light', label: 'Light', icon: <Sun aria-hidden="true" /> },
  { value: 'dark', label: 'Dark', icon: <Moon aria-hidden="true" /> },
] as const

export function SchemeSwitch() {
  // A prerendered page does not contain the choice.
  const scheme = useSyncExternalStore<Scheme>(subscribeScheme, storedScheme, () => 'system')
  return <Segments label="Appearance" options={options} value={scheme} onValueChange={setScheme} />
}
