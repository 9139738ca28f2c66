import { useEffect, useState } from 'react'

export function useDebounced<Value>(value: Value, ms = 250): Value {
  const [settled, settle] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => settle(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}
