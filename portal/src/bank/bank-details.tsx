import { Screen } from '../shell/screen.tsx'

export default function BankDetails() {
  return <Screen title="Bank Accounts">Coming</Screen>
}
