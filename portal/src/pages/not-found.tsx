import { NotFoundPage } from '../shell/error-page.tsx'

export default function UnknownPath() {
  return <NotFoundPage />
}
