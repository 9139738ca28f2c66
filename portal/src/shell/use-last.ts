import { useState } from 'react'

/** The value, or while there is none the last there was: what a closing dialog still shows. */
export function useLast<Value>(value: Value | undefined): Value | undefined {
  const [last, setLast] = useState(value)
  if (value !== undefined && value !== last) setLast(value)
  return value ?? last
}
