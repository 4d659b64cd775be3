import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { useAction } from '../../../../api/action.ts';
import { useCall } from '../../../../api/queries.ts';
import { confirmDelete } from '../../../../parts/dialogs/dialogs.ts';
import { ErrorState } from '../../../../parts/states/error-state.tsx';
import { Skeletons } from '../../../../parts/states/skeletons.tsx';
import { StatusBadge } from '../../../../parts/states/status-badge.tsx';
import { When } from '../../../../parts/display/when.tsx';
import { AiForm } from './ai-form.tsx';
import { AiMonths } from './ai-months.tsx';
import styles from './connections.module.css';
import { OwnOnly } from '../../../../parts/forms/own-only.tsx';

const states = {
  right: { status: 'connected', word: 'Accepted' },
  wrong: { status: 'failed', word: 'Not accepted' },
  unknown: { status: 'not-checked', word: 'Not checked' },
} as const;

/** What the agency has connected for itself: the AI with its own key. */
export function Connections() {
  const { data, error, refetch } = useCall('fetch-ai-settings', {});
  const check = useAction('verify-ai-key');
  const remove = useAction('remove-ai-key');
  const section = useRef<HTMLElement>(null);
  const { hash } = useLocation();
  const isThere = data !== undefined;
  useEffect(() => {
    if (isThere && hash === '#connections') section.current?.scrollIntoView();
  }, [hash, isThere]);
  return (
    <section className={styles.panel} id="connections" ref={section} aria-labelledby="connections-heading">
      <h2 id="connections-heading">Connections</h2>
      <p className={styles.hint}>
        The AI writes captions, hashtags and whole streams with your own key. You see every text before it is saved. The
        provider receives your text and a small copy of the picture it is about, and nothing else.
      </p>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeletons rows={2} kind="form" />}
      {data && (
        <OwnOnly permission="secureAccount">
          {data.is_sandbox && (
            <p className={styles.note}>
              The sandbox answers instead of the AI: no text leaves this machine, and every key that begins with sk-
              works.
            </p>
          )}
          {data.last4 !== '' && (
            <div className={styles.light} role="status">
              <StatusBadge status={states[data.light.state].status}>{states[data.light.state].word}</StatusBadge>
              <span>
                {data.light.words}{' '}
                {data.light.checked !== null && (
                  <>
                    Checked <When at={data.light.checked} />.
                  </>
                )}
              </span>
              <Button size="xs" variant="default" loading={check.busy} onClick={() => void check.run({})}>
                Check now
              </Button>
              <Button
                size="xs"
                variant="default"
                color="red"
                onClick={() =>
                  confirmDelete({
                    title: 'Remove the key?',
                    text: 'Nobody in your agency can write with the AI until another key is set.',
                    confirm: 'Remove',
                    onConfirm: () => remove.run({}),
                  })
                }
              >
                Remove key
              </Button>
            </div>
          )}
          <AiForm key={JSON.stringify([data.address, data.model, data.limit, data.input_price])} settings={data} />
          <AiMonths months={data.months} />
        </OwnOnly>
      )}
    </section>
  );
}
