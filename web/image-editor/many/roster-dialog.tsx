import { Button, Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import { mostOfBatch } from '#contract/content/batches.ts';
import { useAction } from '../../api/action.ts';
import { useList } from '../../api/queries.ts';
import { DialogFrame } from '../../parts/dialogs/dialog-frame.tsx';
import { ErrorState } from '../../parts/states/error-state.tsx';
import { ShowMore } from '../../parts/lists/show-more.tsx';
import { BatchProgress } from './batch-progress.tsx';
import styles from './many.module.css';

type Props = { design: { id: string; name: string }; onClose: () => void };

/** One design for many clients, each in its own brand kit and for its own stream. */
export function RosterDialog({ design, onClose }: Props) {
  const [batch, setBatch] = useState<string | null>(null);
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const kits = useList('fetch-kits', { search: search.trim() });
  const begin = useAction('apply-to-roster', { onDone: ({ id }) => setBatch(id) });
  const shown = kits.items.filter(({ kit }) => kit !== null);
  const toggle = (id: string, isChosen: boolean) => {
    const next = new Set(chosen);
    if (isChosen) next.add(id);
    else next.delete(id);
    setChosen(next);
  };
  if (batch !== null)
    return (
      <DialogFrame title="For many clients" opened onClose={onClose}>
        <BatchProgress id={batch} further={{ label: 'Make others', isNew: true, run: () => setBatch(null) }} />
      </DialogFrame>
    );
  return (
    <DialogFrame title="For many clients" opened onClose={onClose}>
      <div className={styles.stack}>
        <p>
          Each client gets this image in its own logo, colors and fonts, in a new stream of its own. You see everything
          that is hard to read before it goes anywhere.
        </p>
        <TextInput
          label="Search clients"
          value={search}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        />
        {kits.error ? (
          <ErrorState error={kits.error} onRetry={kits.retry} />
        ) : (
          <>
            <div className={styles.row}>
              <Button
                size="compact-sm"
                variant="default"
                disabled={shown.length === 0}
                onClick={() =>
                  setChosen(new Set([...chosen, ...shown.map(({ client_id: id }) => id)].slice(0, mostOfBatch.clients)))
                }
              >
                Choose all shown
              </Button>
              <Button
                size="compact-sm"
                variant="subtle"
                disabled={chosen.size === 0}
                onClick={() => setChosen(new Set())}
              >
                Choose none
              </Button>
            </div>
            <ul className={styles.clients} aria-label="Clients">
              {kits.items.map(({ client_id: id, client, kit }) => (
                <li key={id}>
                  <Checkbox
                    label={client}
                    description={kit === null ? 'No brand kit yet: make one at the client or under Brand' : undefined}
                    disabled={kit === null || (!chosen.has(id) && chosen.size >= mostOfBatch.clients)}
                    checked={chosen.has(id)}
                    onChange={({ currentTarget }) => toggle(id, currentTarget.checked)}
                  />
                </li>
              ))}
            </ul>
            <ShowMore list={kits} size="compact-sm" variant="subtle">
              Show more
            </ShowMore>
            {!kits.loading && kits.items.length === 0 && <p role="status">No client fits.</p>}
          </>
        )}
        <Button
          loading={begin.busy}
          disabled={chosen.size === 0}
          onClick={() =>
            void begin.run({ id: design.id, targets: [...chosen].map((client) => ({ client_id: client })) })
          }
        >
          {chosen.size === 1 ? 'Make it for 1 client' : `Make it for ${chosen.size} clients`}
        </Button>
      </div>
    </DialogFrame>
  );
}
