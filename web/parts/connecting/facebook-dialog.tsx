import { Button, Modal, Radio } from '@mantine/core';
import { useState } from 'react';
import type { FacebookTarget } from '#contract/people/accounts-connect.ts';
import { NetworkIcon } from '../icons/network-icon.tsx';
import { SubmitButton } from '../buttons/submit-button.tsx';
import { useAction } from '../../api/action.ts';
import { useEscape } from '../../lib/use-escape.ts';
import { ByHandForm } from './by-hand-form.tsx';
import styles from './connecting.module.css';
import type { ConsentState } from './use-consent.ts';

type Props = { choice: NonNullable<ConsentState['choice']>; userId: string; onEnd: ConsentState['endChoice'] };

const keyOf = ({ category, fb_id }: FacebookTarget): string => `${category} ${fb_id}`;
const kinds = { page: 'Page', group: 'Group, by hand' } as const;

/** The pages and groups of a Facebook log-in, of which one is chosen. */
export function FacebookDialog({ choice: { state, list }, userId, onEnd }: Props) {
  const [targets, setTargets] = useState(list.targets);
  const [hasMore, setHasMore] = useState(list.more);
  const [chosen, setChosen] = useState(list.targets[0] ? keyOf(list.targets[0]) : '');
  const save = useAction('save-facebook', { onDone: onEnd });
  const load = useAction('facebook-targets', {
    onDone: (page) => {
      setTargets((before) => [...before, ...page.targets]);
      setHasMore(page.more);
      if (chosen === '' && page.targets[0]) setChosen(keyOf(page.targets[0]));
    },
  });
  const [byHand, setByHand] = useState(false);
  const target = targets.find((each) => keyOf(each) === chosen);
  useEscape(true, onEnd);

  return (
    <Modal
      opened
      onClose={onEnd}
      closeOnEscape={false}
      radius="lg"
      closeButtonProps={{ 'aria-label': 'Close' }}
      title={
        <span className={styles.account}>
          <NetworkIcon network="facebook" labelled={false} size={28} />
          Connect Facebook
        </span>
      }
    >
      {byHand && (
        <ByHandForm
          networks={['facebook']}
          userId={userId}
          onDone={onEnd}
          back={{ name: 'Back to the list', go: () => setByHand(false) }}
        />
      )}
      {!byHand && (
        <form
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault();
            if (target)
              void save.run({
                user_id: userId,
                title: target.title,
                token: state,
                fb_id: target.fb_id,
                category: target.category,
              });
          }}
        >
          {targets.length === 0 ? (
            <p className={styles.hint}>Facebook listed no page or group of this person.</p>
          ) : (
            <Radio.Group value={chosen} onChange={setChosen} label="Page or group">
              <div className={styles.targets}>
                {targets.map((each) => (
                  <Radio key={keyOf(each)} value={keyOf(each)} label={each.title} description={kinds[each.category]} />
                ))}
              </div>
            </Radio.Group>
          )}
          {hasMore && (
            <Button variant="default" onClick={() => void load.run({ state })} loading={load.busy}>
              Load More
            </Button>
          )}
          {target?.category === 'group' && (
            <p className={styles.help}>
              Meta removed posting to groups by apps in April 2024, so posts for “{target.title}” are yours to publish:
              when the time comes, you get a mail and an entry on the dashboard with everything ready.
            </p>
          )}
          <p className={styles.help}>Pages and groups are listed only if you have administrator rights.</p>
          <button type="button" className={styles.otherWay} onClick={() => setByHand(true)}>
            A group that is not listed
          </button>
          <div className={styles.end}>
            <Button variant="default" h={40} onClick={() => onEnd()}>
              Cancel
            </Button>
            <SubmitButton busy={save.busy} disabled={!target}>
              {save.busy ? 'Connecting...' : 'Connect'}
            </SubmitButton>
          </div>
        </form>
      )}
    </Modal>
  );
}
