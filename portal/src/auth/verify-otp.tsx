import { Screen } from '../shell/screen.tsx'

export default function VerifyOtp() {
  return <Screen title="Verify OTP">Coming</Screen>
}
