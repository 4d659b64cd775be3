import { VisuallyHidden } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Icon } from '../parts/icon.tsx';
import { confirmDelete } from '../parts/dialogs.ts';
import { useAction } from '../queries.ts';
import { refreshUser, signOut, useMay, useUser } from '../session.ts';
import styles from './banners.module.css';

/** Says on every page that somebody else is signed in for this person. */
export function ImpersonationBanner() {
  const user = useUser();
  if (!user.impersonated) return null;
  return (
    <aside className={styles.banner} data-kind="impersonated" aria-label="Signed in for someone else">
      <Icon name="user-circle" />
      <p>You are signed in on behalf of <strong>{user.name}</strong>. What you do here is recorded.</p>
      <button type="button" onClick={() => void signOut()}>End this session</button>
    </aside>
  );
}

/** Says that what stands here is made up, with the way to be rid of it. */
export function SampleBanner() {
  const user = useUser();
  const allowed = useMay('sampleData');
  const client = useQueryClient();
  const remove = useAction('remove-sample-data', {
    onDone: () => {
      void client.invalidateQueries();
      void refreshUser();
    },
  });
  if (!user.has_sample || !allowed) return null;

  const ask = () => confirmDelete({
    text: 'The sample clients, their accounts, streams and schedules will be deleted. What you made yourself stays.',
    confirm: 'Remove sample data',
    onConfirm: () => remove.run({}),
  });
  return (
    <aside className={styles.banner} aria-label="Sample data">
      <Icon name="flask" />
      <p>You are looking at sample data</p>
      <a href="/sandbox/" target="_blank" rel="noreferrer">See what goes out<VisuallyHidden> (opens in another tab)</VisuallyHidden></a>
      <button type="button" onClick={ask}>Remove sample data</button>
    </aside>
  );
}
