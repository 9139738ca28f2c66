import { Switch } from '@sauda/ui/checkbox'
import { Dialog } from '@sauda/ui/dialog'
import { Kbd } from '@sauda/ui/badge'
import { lettersOn, shortcutGroups, switchLetters } from './shortcut.ts'
import { useStore } from '@sauda/web/store'
import styles from './shortcut-dialog.module.css'

const printed: Record<string, string> = { ArrowDown: '↓', ArrowUp: '↑', Enter: '↵' }

/** Everything the keys do on the screen behind it. */
export function ShortcutDialog({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const groups = useStore(shortcutGroups)
  const letters = useStore(lettersOn)
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Keyboard shortcuts" wide>
      <div className={styles.groups}>
        {groups.map((group) => (
          <section key={group.name}>
            <h3>{group.name}</h3>
            <dl className={styles.list}>
              {group.shortcuts.map(({ keys, does }) => (
                <div key={keys[0]}>
                  <dt>{does}</dt>
                  <dd>
                    {keys.map((key) => (
                      <Keys key={key} text={key} />
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <Switch
        label="Single-letter shortcuts"
        checked={letters}
        onChange={(event) => switchLetters(event.currentTarget.checked)}
      />
    </Dialog>
  )
}

/** "Ctrl+Enter" as one press, "g q" as two. */
function Keys({ text }: { text: string }) {
  return (
    <span className={styles.keys}>
      {text.split(/[ +](?=.)/).map((key) => (
        <Kbd key={key}>{printed[key] ?? key}</Kbd>
      ))}
    </span>
  )
}
