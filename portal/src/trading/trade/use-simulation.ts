import { useEffect, useState } from 'react'
import { useBrand } from '../../shell/brand.ts'
import { useMedia } from '@sauda/web/hooks'
import { onDevice } from '../../shell/storage.ts'
import type { SimulatedPosition, Simulation } from './simulation.ts'

const key = 'simulated-prices'

export type SimulationControl = {
  /** Only in demo mode. */
  readonly isOffered: boolean
  readonly isOn: boolean
  readonly setOn: (isOn: boolean) => void
  readonly simulation: Simulation | undefined
}

/** Simulates prices while the page is visible; by default off with reduced motion. */
export function useSimulation(positions: readonly SimulatedPosition[]): SimulationControl {
  const isOffered = useBrand().mode === 'demo'
  const prefersReducedMotion = useMedia('(prefers-reduced-motion: reduce)')
  const [choice, setChoice] = useState(() => onDevice.get(key))
  const isOn = isOffered && (choice === null ? !prefersReducedMotion : choice === 'on')
  const simulation = useLazySimulation(isOn)

  useEffect(() => simulation?.setPositions(positions), [simulation, positions])
  useEffect(() => {
    if (!simulation) return undefined
    const update = (): void => (document.hidden ? simulation.stop() : simulation.start())
    update()
    document.addEventListener('visibilitychange', update)
    return () => {
      document.removeEventListener('visibilitychange', update)
      simulation.stop()
    }
  }, [simulation])

  const setOn = (on: boolean): void => {
    onDevice.set(key, on ? 'on' : 'off')
    setChoice(on ? 'on' : 'off')
  }
  return { isOffered, isOn, setOn, simulation }
}

function useLazySimulation(isOn: boolean): Simulation | undefined {
  const [simulation, setSimulation] = useState<Simulation>()
  useEffect(() => {
    if (!isOn) return undefined
    let isCancelled = false
    void import('./simulation.ts').then(
      ({ createSimulation }) => {
        if (!isCancelled) setSimulation(createSimulation())
      },
      // Without the code nothing moves, and the stored figures stay.
      () => undefined,
    )
    return () => {
      isCancelled = true
      setSimulation(undefined)
    }
  }, [isOn])
  return simulation
}
