import { Screen } from '../shell/screen.tsx'

export default function VerifyBankDetails() {
  return <Screen title="Bank details">Coming</Screen>
}
