import { Screen } from '../shell/screen.tsx'

export default function Login() {
  return <Screen title="Login">Coming</Screen>
}
