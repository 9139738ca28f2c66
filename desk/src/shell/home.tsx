import { Navigate } from 'react-router'
import { useNavigationItems } from './navigation.tsx'

export function Home() {
  const [first] = useNavigationItems()
  return <Navigate to={first?.to ?? '/you'} replace />
}
