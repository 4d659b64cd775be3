import { Button, Text } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import type { Data } from '#contract/index.ts';
import { loadPart } from '../../../../lib/load-code.ts';
import { counted } from '../../../../lib/words.ts';
import { useAction } from '../../../../api/action.ts';
import { useCall } from '../../../../api/queries.ts';
import styles from './next-round.module.css';
import { RestNote } from './rest-note.tsx';

const RoundDialog = lazy(async () => ({
  default: (await loadPart(() => import('./round-dialog.tsx'))).RoundDialog,
}));

type Round = Data<'fetch-round'>;

/**
 * The next round of a repeating schedule: which posts rest and who decided that, and which posts have lost their
 * effect.
 */
export function NextRound({ scheduleId, zone }: { scheduleId: string; zone: string }) {
  const [isOpen, setOpen] = useState(false);
  const { data } = useCall('fetch-round', { id: scheduleId });
  const rest = useAction('rest-items');
  if (data === undefined) return null;
  const { tired, resting, total, next_round: round } = data;
  const allTire = tired.length > 0 && tired.length === total - resting;
  return (
    <section className={styles.panel} aria-label="Next round">
      <div className={styles.head}>
        <div>
          <Text component="h2" fw={600}>
            Next round ({round})
          </Text>
          <Text size="sm" c="dimmed">
            {goingOut(data)}
          </Text>
        </div>
        <div className={styles.actions}>
          {tired.length > 0 && !allTire && (
            <Button
              variant="light"
              loading={rest.busy}
              onClick={() => void rest.run({ id: scheduleId, item_ids: tired.slice(0, 1000), rests: true })}
            >
              {tired.length === 1 ? 'Let it rest' : `Let ${tired.length} rest`}
            </Button>
          )}
          {total > 0 && (
            <Button variant="default" onClick={() => setOpen(true)}>
              Choose posts
            </Button>
          )}
        </div>
      </div>
      {tired.length > 0 && <p className={styles.tired}>{tiredWords(data)}</p>}
      <Resting
        round={data}
        zone={zone}
        busy={rest.busy}
        onWake={(id) => void rest.run({ id: scheduleId, item_ids: [id], rests: false })}
      />
      {isOpen && (
        <Suspense>
          <RoundDialog scheduleId={scheduleId} zone={zone} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </section>
  );
}

const namedAtMost = 3;

/** The posts that people respond to less, with the evidence; they come first in the list. */
function tiredWords({ items, tired }: Round): string {
  const names = items.filter(({ id }) => tired.includes(id)).map(({ title }) => title);
  const named = [...names.slice(0, namedAtMost), ...(tired.length > namedAtMost ? ['…'] : [])].join(', ');
  const whose = tired.length === 1 ? 'its' : 'their';
  return (
    `People seem tired of ${counted(tired.length, 'post')} (${named}): ` +
    `${whose} last two rounds each brought less than half of what the first one did.`
  );
}

function goingOut({ total, resting }: Round): string {
  if (total === 0) return 'No post is left for another round.';
  if (resting === 0) return `${counted(total, 'post')} ${total === 1 ? 'goes' : 'go'} out again.`;
  if (resting === total) return 'Every post rests, so no round follows until one goes out again.';
  const [goes, rests] = [total - resting === 1 ? 'goes' : 'go', resting === 1 ? 'rests' : 'rest'];
  return `${total - resting} of ${counted(total, 'post')} ${goes} out again, ${resting} ${rests}.`;
}

type RestingProps = { round: Round; zone: string; busy: boolean; onWake: (itemId: string) => void };

/** The resting posts, the most recent first, each with a button that ends its rest. */
function Resting({ round: { rested_last: items, resting }, zone, busy, onWake }: RestingProps) {
  if (items.length === 0) return null;
  return (
    <ul className={styles.items} aria-label="Resting posts">
      {items.map(({ id, title, rests }) => (
        <li key={id}>
          <div className={styles.words}>
            <Text size="sm" fw={600} lineClamp={2}>
              {title}
            </Text>
            {rests !== null && <RestNote rests={rests} zone={zone} />}
          </div>
          <Button
            size="compact-sm"
            variant="default"
            disabled={busy}
            aria-label={`Let ${title} go out again`}
            onClick={() => onWake(id)}
          >
            Go out again
          </Button>
        </li>
      ))}
      {resting > items.length && (
        <li>
          <Text size="sm" c="dimmed">
            And {counted(resting - items.length, 'more post')}: see Choose posts.
          </Text>
        </li>
      )}
    </ul>
  );
}
