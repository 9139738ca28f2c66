import { Screen } from '../shell/screen.tsx'

export default function Terms() {
  return <Screen title="Terms">Coming</Screen>
}
