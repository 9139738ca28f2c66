import { useLocation } from 'react-router'
import { useBrand } from './brand.ts'
import { cleanPath } from './guard.ts'
import { documentTitle } from './titles.ts'

export function DocumentTitle() {
  const { pathname } = useLocation()
  const { name } = useBrand()
  return <title>{documentTitle(cleanPath(pathname), name)}</title>
}
