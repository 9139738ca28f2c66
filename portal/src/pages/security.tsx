import { Screen } from '../shell/screen.tsx'

export default function Security() {
  return <Screen title="Security">Coming</Screen>
}
