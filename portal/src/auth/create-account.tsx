import { Screen } from '../shell/screen.tsx'

export default function CreateAccount() {
  return <Screen title="Create account">Coming</Screen>
}
