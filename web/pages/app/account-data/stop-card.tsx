import { Button } from '@mantine/core';
import { useState } from 'react';
import type { AccountData } from '#contract/app/account-data.ts';
import { Ask } from '../../../parts/dialogs/ask.tsx';
import { Icon } from '../../../parts/icons/icon.tsx';
import { askResume } from '../../../parts/pausing/targets.ts';
import { Since } from '../../../parts/pausing/since.tsx';
import { SubmitButton } from '../../../parts/buttons/submit-button.tsx';
import { useAction } from '../../../api/action.ts';
import { counted } from '../../../lib/words.ts';
import styles from './account-data.module.css';
import { Card } from './card.tsx';

/** Stops publishing and reading for the whole agency, or resumes them through the preview that ends every pause. */
export function StopCard({ stopped }: { stopped: AccountData['stopped'] }) {
  const [asks, setAsks] = useState(false);
  const stop = useAction('disable-account', {
    onDone: () => setAsks(false),
  });
  return (
    <Card
      id="stop-processing"
      icon="player-pause"
      title="Stop Processing My Data"
      text={
        'Nothing is published and no network is contacted: no figures, no checks, no renewed ' +
        'connections. Your data stays as it is until you resume.'
      }
    >
      {stopped !== null && (
        <div className={styles.stopped} role="status">
          <Icon name="player-pause" size={18} />
          <p>
            <strong>Stopped</strong> <Since at={stopped.at} />
            {stopped.by !== '' && `, by ${stopped.by}`}.{' '}
            {stopped.piled_up > 0 &&
              `${counted(stopped.piled_up, 'post')} ${stopped.piled_up === 1 ? 'waits' : 'wait'}.`}
          </p>
        </div>
      )}
      <p className={styles.hint}>
        Connections that end meanwhile have to be connected again. What is on its way at the moment you stop is
        finished.
      </p>
      <div className={styles.buttons}>
        {stopped === null ? (
          <Button variant="default" h={40} onClick={() => setAsks(true)}>
            Stop Processing My Data
          </Button>
        ) : (
          <SubmitButton busy={false} onClick={() => askResume({ scope: 'everything' })}>
            <Icon name="player-play" size={16} />
            Resume
          </SubmitButton>
        )}
      </div>
      <Ask
        opened={asks}
        busy={stop.busy}
        onClose={() => {
          if (!stop.busy) setAsks(false);
        }}
        icon="player-pause"
        tone="warn"
        title="Stop processing?"
        text={
          'Nothing goes out for any client and no network is read until you resume. Posts that fall due meanwhile ' +
          'wait, and you choose what happens to them.'
        }
      >
        <Button h={40} variant="default" onClick={() => setAsks(false)} disabled={stop.busy}>
          Cancel
        </Button>
        <Button h={40} px="xs" onClick={() => void stop.run({})} loading={stop.busy} data-autofocus>
          Stop
        </Button>
      </Ask>
    </Card>
  );
}
