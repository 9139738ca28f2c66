import { Navigate } from 'react-router'
import { usePlaces } from './navigation.tsx'

/** Where the day begins: the first place this operator may go. */
export function Home() {
  const [first] = usePlaces()
  return <Navigate to={first?.to ?? '/you'} replace />
}
