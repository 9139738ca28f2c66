import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'

interface BackStep {
  /** It opens: a step of history of its own. */
  enter: () => void
  /** It has closed by itself: the step goes too. */
  leave: () => void
}

/** While something stands open in a screen, one step back in history closes it and does not leave the screen. */
export function useBackStep(isOpen: boolean, close: () => void): BackStep {
  const navigate = useNavigate()
  const isStep = (useLocation().state as { step?: true } | null)?.step === true
  // Read when the time comes: an answer may find the client back already, or on another screen.
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
