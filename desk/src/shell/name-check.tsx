import { Check } from './check.tsx'
import { compareNames } from './name-match.ts'

export function NameCheck({ registered, found }: { registered: string; found: string }) {
  if (found.trim() === '') return <Check outcome="unknown">{`Registered as “${registered}”`}</Check>
  const match = compareNames(registered, found)
  if (match === 'same') return <Check outcome="fits">Same as the registered name</Check>
  return (
    <Check outcome="differs">
      {match === 'close' ? 'Similar to the registered name, but not identical' : 'Differs from the registered name'} “
      {registered}”
    </Check>
  )
}
