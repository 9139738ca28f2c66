import { Kbd } from '@sauda/ui/badge'
import { Card } from '@sauda/ui/card'
import { Switch } from '@sauda/ui/checkbox'
import { Row } from '@sauda/ui/stack'
import { useStore } from '@sauda/web/store'
import { destinations } from '../../shell/frame.tsx'
import { shortcutsOff } from '../../shell/shortcut.ts'
import styles from './profile.module.css'

const shortcuts = [...destinations.map(({ label }, index) => [`${index + 1}`, label]), ['H', 'Hide amounts']]

/** A setting of this device. */
export function Shortcuts() {
  return (
    <Card className={`medium ${styles.shortcuts}`}>
      <Switch
        label="Keyboard shortcuts"
        aria-describedby="shortcut-keys"
        checked={!useStore(shortcutsOff)}
        onChange={(event) => shortcutsOff.set(!event.currentTarget.checked)}
      />
      <Row as="ul" gap="2 5" className="soft sm regular" id="shortcut-keys">
        {shortcuts.map(([key = '', does]) => (
          <li key={key}>
            <Kbd>{key}</Kbd> {does}
          </li>
        ))}
      </Row>
    </Card>
  )
}
