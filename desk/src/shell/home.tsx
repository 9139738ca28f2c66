import { Navigate } from 'react-router'
import { usePlaces } from './navigation.tsx'

export function Home() {
  const [first] = usePlaces()
  return <Navigate to={first?.to ?? '/you'} replace />
}
