import { Switch } from '@sauda/ui/checkbox'
import type { SimulationControl } from './use-simulation.ts'

/** Starts and stops what only moves on this screen. */
export function SimulationSwitch({ control: { isOn, setOn } }: { control: SimulationControl }) {
  return <Switch label="Simulate prices" checked={isOn} onChange={(event) => setOn(event.target.checked)} />
}
