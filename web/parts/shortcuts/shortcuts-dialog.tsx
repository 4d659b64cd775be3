import { Anchor, Switch } from '@mantine/core';
import { Link, useLocation } from 'react-router';
import { paths } from '../../paths.ts';
import { DialogFrame } from '../dialogs/dialog-frame.tsx';
import { setSingleKeys, showShortcuts, useShortcutList, type ShortcutGroup } from './shortcut-store.ts';
import styles from './shortcuts-dialog.module.css';

/** Every key of the screen and of every page, in groups, with the way to the help of this page. */
export function ShortcutsDialog({ everywhere }: { everywhere: ShortcutGroup }) {
  const { groups, isOpen, hasSingleKeys } = useShortcutList();
  const { pathname } = useLocation();
  const close = () => showShortcuts(false);
  return (
    <DialogFrame title="Keyboard shortcuts" opened={isOpen} onClose={close} size="xl">
      <div className={styles.groups}>
        {[...groups, everywhere].map(({ name, shortcuts }) => (
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
      <footer className={styles.foot}>
        <Switch
          label="Single letters are shortcuts"
          checked={hasSingleKeys}
          onChange={(event) => setSingleKeys(event.currentTarget.checked)}
        />
        <Anchor component={Link} to={paths.helpAndSupport({ from: pathname })} onClick={close} size="sm">
          Help for this page
        </Anchor>
      </footer>
    </DialogFrame>
  );
}
