import { Button } from '@mantine/core';
import { lazy, Suspense, useRef, useState } from 'react';
import type { Data } from '#contract/index.ts';
import { loadPart } from '../../lib/load-code.ts';
import { useAction } from '../../api/action.ts';
import { useCall } from '../../api/queries.ts';
import { confirmDelete } from '../dialogs/dialogs.ts';
import { ErrorState } from '../states/error-state.tsx';
import { Icon } from '../icons/icon.tsx';
import { Skeletons } from '../states/skeletons.tsx';
import { StatusBadge } from '../states/status-badge.tsx';
import { SubmitButton } from '../buttons/submit-button.tsx';
import { When } from '../display/when.tsx';
import type { Shown } from './two-step-dialog.tsx';
import styles from './two-step.module.css';
import { OwnOnly } from '../forms/own-only.tsx';

const TwoStepDialog = lazy(async () => ({
  default: (await loadPart(() => import('./two-step-dialog.tsx'))).TwoStepDialog,
}));

/** With this many recovery codes left or fewer, the person is advised to make new ones. */
const few = 3;

/**
 * Two-step log-in of the signed-in person: its state, and the controls to turn it on and off and to make recovery
 * codes.
 */
export function TwoStep() {
  const { data, error, isPending, refetch } = useCall('fetch-second-factor', {});
  const [shown, setShown] = useState<Shown | null>(null);
  const [opened, setOpened] = useState(false);
  const section = useRef<HTMLElement>(null);
  const show = (what: Shown) => {
    setShown(what);
    setOpened(true);
  };
  const close = () => {
    setOpened(false);
    // The pressed button no longer exists once two-step log-in is on.
    if (shown?.kind === 'set-up') section.current?.focus({ preventScroll: true });
  };
  return (
    <section ref={section} tabIndex={-1} className={styles.panel} aria-labelledby="two-step-heading">
      <div className={styles.head}>
        <h2 id="two-step-heading">Two-step log-in</h2>
        {data && <StatusBadge status={data.on ? 'posted' : 'cancelled'}>{data.on ? 'On' : 'Off'}</StatusBadge>}
      </div>
      {isPending && <Skeletons rows={1} kind="table" />}
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data && (
        <OwnOnly permission="secondFactor">
          {data.on ? <WhileOn state={data} onShow={show} /> : <WhileOff onShow={show} />}
        </OwnOnly>
      )}
      {shown && (
        <Suspense>
          <TwoStepDialog key={shown.id} shown={shown} opened={opened} onClose={close} />
        </Suspense>
      )}
    </section>
  );
}

type Showing = { onShow: (what: Shown) => void };

function WhileOff({ onShow }: Showing) {
  const start = useAction('start-second-factor', {
    quiet: true,
    onDone: ({ key, uri }) => onShow({ kind: 'set-up', id: key, secret: key, uri }),
  });
  return (
    <>
      <p className={styles.text}>
        Signing in then takes your password and a six-digit code from an app on your phone, so that nobody gets in with
        the password alone. Any authenticator app will do.
      </p>
      <SubmitButton busy={start.busy} onClick={() => void start.run({})}>
        Turn on
      </SubmitButton>
    </>
  );
}

function WhileOn({ state: { since, codes_left: left }, onShow }: Showing & { state: Data<'fetch-second-factor'> }) {
  const renew = useAction('make-recovery-codes', {
    quiet: true,
    onDone: ({ recovery_codes: codes }) => onShow({ kind: 'codes', id: codes[0] ?? '', codes }),
  });
  const turnOff = useAction('turn-off-second-factor');
  const askRenew = () =>
    confirmDelete({
      title: 'Make new recovery codes?',
      text: 'You get ten new ones. Your current ones stop working.',
      confirm: 'Make new ones',
      onConfirm: () => renew.run({}),
    });
  const askOff = () =>
    confirmDelete({
      title: 'Turn off two-step log-in?',
      text: 'Your password alone is then enough to sign in, and your recovery codes are deleted.',
      confirm: 'Turn off',
      onConfirm: () => turnOff.run({}),
    });
  return (
    <>
      <p className={styles.text}>
        Signing in takes your password and a code from your app
        {since !== null && (
          <>
            , since <When at={since} form="short" within />
          </>
        )}
        .
      </p>
      <p className={styles.left} data-few={left <= few || undefined}>
        <Icon name={left <= few ? 'alert-triangle' : 'key'} size={16} />
        {left === 0
          ? 'No recovery code is left. Please make new ones.'
          : `${left} recovery ${left === 1 ? 'code' : 'codes'} ` +
            `left${left <= few ? '. Please make new ones soon.' : ''}`}
      </p>
      <div className={styles.buttons}>
        <Button variant="default" leftSection={<Icon name="key" size={16} />} onClick={askRenew}>
          New recovery codes
        </Button>
        <Button variant="default" leftSection={<Icon name="ban" size={16} />} onClick={askOff}>
          Turn off
        </Button>
      </div>
    </>
  );
}
