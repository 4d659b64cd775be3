import { DialogFrame } from '../dialogs/dialog-frame.tsx';
import styles from './shortcuts-dialog.module.css';

/** What keys do, with every way to press them: `{label: 'Redo', keys: ['Ctrl Shift Z', 'Ctrl Y']}`. */
export type Shortcut = { label: string; keys: readonly string[] };

/** A group of related keys. */
export type ShortcutGroup = { name: string; shortcuts: readonly Shortcut[] };

type Props = { groups: readonly ShortcutGroup[]; onClose: () => void };

/** Every key of a screen, in groups. */
export function ShortcutsDialog({ groups, onClose }: Props) {
  return (
    <DialogFrame title="Keyboard shortcuts" opened onClose={onClose} size="xl">
      <div className={styles.groups}>
        {groups.map(({ name, shortcuts }) => (
          <section key={name} aria-label={name}>
            <h3 className={styles.name}>{name}</h3>
            <dl className={styles.list}>
              {shortcuts.map(({ label, keys }) => (
                <div key={label} className={styles.row}>
                  <dt>{label}</dt>
                  <dd>
                    {keys.map((each) => (
                      <kbd key={each} className={styles.key}>
                        {each}
                      </kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </DialogFrame>
  );
}
