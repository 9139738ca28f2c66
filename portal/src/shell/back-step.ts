import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'

interface BackStep {
  /** Call when it opens: adds a history entry. */
  enter: () => void
  /** Call when it closes by itself: removes the history entry. */
  leave: () => void
}

/** Makes the browser's Back button close what is open in a screen instead of leaving the screen. */
export function useBackStep(isOpen: boolean, close: () => void): BackStep {
  const navigate = useNavigate()
  const isStep = (useLocation().state as { step?: true } | null)?.step === true
  // A ref, because the client may have left the screen when `leave` is called.
  const onStep = useRef(isStep)
  useEffect(() => {
    if (onStep.current && !isStep && isOpen) close()
    onStep.current = isStep
  }, [isStep, isOpen, close])
  useEffect(
    () => () => {
      onStep.current = false
    },
    [],
  )
  return {
    enter: () => void navigate('', { state: { step: true } }),
    leave: () => void (onStep.current && navigate(-1)),
  }
}
