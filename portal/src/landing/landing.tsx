import { Screen } from '../shell/screen.tsx'

export default function Landing() {
  return <Screen title="x">Coming</Screen>
}
