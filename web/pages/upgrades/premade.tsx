import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import type { Data } from '#contract/index.ts';
import type { UpgradePanel } from '#contract/upgrades.ts';
import { useAction } from '../../api/action.ts';
import { useCall } from '../../api/queries.ts';
import { standing } from '../../image-editor/many/standing.ts';
import { Icon } from '../../parts/icon.tsx';
import link from '../../parts/submit-button.module.css';
import { paths } from '../../paths.ts';
import styles from './upgrades.module.css';

type Stream = UpgradePanel['streams'][number];

/** Content streams that one click installs among the agency's own. */
export function Premade({ streams }: Pick<UpgradePanel, 'streams'>) {
  return (
    <ul className={styles.materials}>
      {streams.map((stream) => (
        <PremadeStream key={stream.id} stream={stream} />
      ))}
    </ul>
  );
}

function PremadeStream({ stream: { id, title, items } }: { stream: Stream }) {
  const [installed, setInstalled] = useState<string | null>(null);
  const [batch, setBatch] = useState<string | null>(null);
  // What is poured once the design is saved.
  const rows = useRef<Data<'fetch-premade-stream'>['rows']>([]);
  const pour = useAction('pour-design', {
    onDone: ({ id: made, items: [first] }) => {
      setBatch(made);
      setInstalled(first?.content_stream_id ?? null);
    },
  });
  const save = useAction('save-thumbnail', {
    quiet: true,
    onDone: ({ id: design }) => void pour.run({ id: design, rows: rows.current, stream_title: title }),
  });
  const fetch = useAction('fetch-premade-stream', {
    quiet: true,
    onDone: ({ document, rows: all }) => {
      rows.current = all;
      void save.run({ name: title, data: JSON.stringify(document) });
    },
  });
  return (
    <li>
      <span className={styles.material}>
        <strong>{title}</strong>
        <span className={styles.file}>{items} pictures</span>
        {batch !== null && <Drawn id={batch} />}
      </span>
      {installed === null ? (
        <Button
          variant="default"
          h={40}
          leftSection={<Icon name="plus" size={18} />}
          aria-label={`Install ${title}`}
          loading={fetch.busy || save.busy || pour.busy}
          onClick={() => void fetch.run({ id })}
        >
          Install
        </Button>
      ) : (
        <Link to={paths.editStream(installed)} className={link.button} aria-label={`Open ${title}`}>
          Open
        </Link>
      )}
    </li>
  );
}

/** How many pictures of a stream are drawn. */
function Drawn({ id }: { id: string }) {
  const { data } = useCall('fetch-batches', { id }, { every: 1_000, still: true });
  const [batch] = data?.items ?? [];
  return (
    <span role="status" className={styles.file}>
      {batch === undefined ? 'The pictures are being drawn.' : standing(batch)}
    </span>
  );
}
