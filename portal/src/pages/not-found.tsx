import { NotFound } from '../shell/fault.tsx'

export default function UnknownPath() {
  return <NotFound />
}
