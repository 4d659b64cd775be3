import { VisuallyHidden } from '@mantine/core';
import { useAction } from '../../api/action.ts';
import { useMay, useSession, useUser } from '../../api/session.ts';
import { confirmDelete } from '../dialogs/dialogs.ts';
import { Icon } from '../icons/icon.tsx';
import { Dropdown } from './dropdown.tsx';
import look from './dropdown.module.css';
import styles from './sample-chip.module.css';

/** Shows in the header strip that this is sample data, with a menu to see what goes out, and to remove it. */
export function SampleChip() {
  return useSession() === null ? null : <Chip />;
}

function Chip() {
  const user = useUser();
  const allowed = useMay('sampleData');
  const remove = useAction('remove-sample-data');
  if (!user.has_sample || !allowed) return null;

  const ask = () =>
    confirmDelete({
      text: 'The sample clients, their accounts, streams and schedules will be deleted. What you made yourself stays.',
      confirm: 'Remove sample data',
      onConfirm: () => remove.run({}),
    });
  return (
    <Dropdown
      className={styles.chip}
      label={
        <>
          <Icon name="flask" size={14} />
          <span className={styles.words}>Sample data</span>
        </>
      }
    >
      {(close) => (
        <>
          <p className={styles.about}>You are looking at sample data.</p>
          <a className={look.entry} href="/sandbox/" target="_blank" rel="noreferrer" onClick={close}>
            <Icon name="send" />
            <span>
              See what goes out<VisuallyHidden> (opens in another tab)</VisuallyHidden>
            </span>
          </a>
          <button
            type="button"
            className={look.entry}
            onClick={() => {
              close();
              ask();
            }}
          >
            <Icon name="trash" />
            Remove sample data
          </button>
        </>
      )}
    </Dropdown>
  );
}
