import { Screen } from '../shell/screen.tsx'

export default function Privacy() {
  return <Screen title="Privacy">Coming</Screen>
}
