import { Screen } from '../shell/screen.tsx'

export default function VerifyDocx() {
  return <Screen title="Verify Your Documents">Coming</Screen>
}
