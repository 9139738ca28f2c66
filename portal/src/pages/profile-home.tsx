import { Screen } from '../shell/screen.tsx'

export default function ProfileHome() {
  return <Screen title="Profile">Coming</Screen>
}
