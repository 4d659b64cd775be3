import { Button } from '@mantine/core';
import type { Data } from '#contract/index.ts';
import { confirmDelete } from '../../../../parts/dialogs/dialogs.ts';
import { ErrorState } from '../../../../parts/states/error-state.tsx';
import { Icon, type IconName } from '../../../../parts/icons/icon.tsx';
import { Skeletons } from '../../../../parts/states/skeletons.tsx';
import { When } from '../../../../parts/display/when.tsx';
import { useAction } from '../../../../api/action.ts';
import { useCall } from '../../../../api/queries.ts';
import styles from './my-account.module.css';
import { OwnOnly } from '../../../../parts/forms/own-only.tsx';

type Session = Data<'fetch-sessions'>[number];

const icons: Readonly<Record<Session['kind'], IconName>> = {
  computer: 'device-desktop',
  phone: 'device-mobile',
  tablet: 'device-tablet',
  other: 'help-circle',
};

/** Where the person is signed in, with buttons to end sessions. */
export function Sessions() {
  const { data, error, isPending, refetch } = useCall('fetch-sessions', {});
  const endAll = useAction('delete-other-sessions');
  const others = data?.some(({ current }) => !current) ?? false;
  const askAll = () =>
    confirmDelete({
      text: 'Every other browser and device is signed out at once. You stay signed in here.',
      confirm: 'Sign out everywhere else',
      onConfirm: () => endAll.run({}),
    });
  return (
    <section className={styles.panel} aria-labelledby="sessions-heading">
      <h2 id="sessions-heading">Where you are signed in</h2>
      {isPending && <Skeletons rows={2} kind="table" />}
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      <OwnOnly permission="secureAccount">
        {data && (
          <ul className={styles.sessions}>
            {data.map((session) => (
              <SessionRow key={session.id} session={session} />
            ))}
          </ul>
        )}
        {others && (
          <Button mt="md" variant="default" leftSection={<Icon name="logout" size={16} />} onClick={askAll}>
            Sign out everywhere else
          </Button>
        )}
      </OwnOnly>
    </section>
  );
}

function SessionRow({
  session: { id, device, kind, address, created, seen, current, by_operator },
}: {
  session: Session;
}) {
  const end = useAction('delete-session');
  return (
    <li>
      <span className={styles.device}>
        <Icon name={icons[kind]} size={22} />
      </span>
      <div>
        <p className={styles.place}>
          {device}
          {current && <span className={styles.here}>This one</span>}
          {by_operator && <span className={styles.operator}>Operator</span>}
        </p>
        <p className={styles.hint}>
          {address !== '' && <>{address} · </>}
          {current ? (
            'in use now'
          ) : (
            <>
              last used <When at={seen} form="short" within />
            </>
          )}{' '}
          · signed in <When at={created} form="short" within />
        </p>
      </div>
      {!current && (
        <Button
          variant="default"
          size="compact-sm"
          loading={end.busy}
          aria-label={`Sign out ${device}`}
          onClick={() => void end.run({ id })}
        >
          Sign out
        </Button>
      )}
    </li>
  );
}
