import { Screen } from '../shell/screen.tsx'

export default function PersonalDetails() {
  return <Screen title="Personal Details">Coming</Screen>
}
