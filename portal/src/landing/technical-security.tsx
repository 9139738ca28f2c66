import { Screen } from '../shell/screen.tsx'

export default function TechnicalSecurity() {
  return <Screen title="Technical Security">Coming</Screen>
}
