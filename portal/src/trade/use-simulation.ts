import { useEffect, useState, useSyncExternalStore } from 'react'
import { useBrand } from '../shell/brand.ts'
import { onDevice } from '../shell/storage.ts'
import type { Held, Simulation } from './simulation.ts'

/** Where the client's choice is kept: `on` or `off`. */
const key = 'simulated-prices'
const calm = '(prefers-reduced-motion: reduce)'

export type SimulationControl = {
  /** In demo alone, and only once the server has said that it is one. */
  readonly isOffered: boolean
  readonly isOn: boolean
  readonly setOn: (isOn: boolean) => void
  /** Undefined while it is off. */
  readonly simulation: Simulation | undefined
}

/** Moves the given positions while the client wants it and looks; who asked the device for less motion must ask for it. */
export function useSimulation(held: readonly Held[]): SimulationControl {
  const isOffered = useBrand().mode === 'demo'
  const wantsCalm = useSyncExternalStore(followCalm, () => matchMedia(calm).matches)
  const [chosen, choose] = useState(() => onDevice.get(key))
  const isOn = isOffered && (chosen === null ? !wantsCalm : chosen === 'on')
  const simulation = useFetched(isOn)

  useEffect(() => simulation?.hold(held), [simulation, held])
  useEffect(() => {
    if (!simulation) return undefined
    const follow = (): void => (document.hidden ? simulation.stop() : simulation.start())
    follow()
    document.addEventListener('visibilitychange', follow)
    return () => {
      document.removeEventListener('visibilitychange', follow)
      simulation.stop()
    }
  }, [simulation])

  const setOn = (on: boolean): void => {
    onDevice.set(key, on ? 'on' : 'off')
    choose(on ? 'on' : 'off')
  }
  return { isOffered, isOn, setOn, simulation }
}

/** A browser that never simulates never gets the code for it. */
function useFetched(isOn: boolean): Simulation | undefined {
  const [simulation, keep] = useState<Simulation>()
  useEffect(() => {
    if (!isOn) return undefined
    let left = false
    void import('./simulation.ts').then(
      ({ createSimulation }) => {
        if (!left) keep(createSimulation())
      },
      // No way to the server just now: nothing moves, and every stored figure stands.
      () => undefined,
    )
    return () => {
      left = true
      keep(undefined)
    }
  }, [isOn])
  return simulation
}

function followCalm(changed: () => void): () => void {
  const query = matchMedia(calm)
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}
