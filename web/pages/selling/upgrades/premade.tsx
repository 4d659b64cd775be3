import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import type { Data } from '#contract/index.ts';
import type { UpgradePanel } from '#contract/selling/upgrades.ts';
import { useAction } from '../../../api/action.ts';
import { useCall } from '../../../api/queries.ts';
import { standing } from '../../../image-editor/many/standing.ts';
import { Icon } from '../../../parts/icons/icon.tsx';
import link from '../../../parts/buttons/submit-button.module.css';
import { paths } from '../../../paths.ts';
import { Making, NotMade } from './making.tsx';
import styles from './upgrades.module.css';
import { useOnceMade } from './use-once-made.ts';

type Stream = UpgradePanel['streams'][number];

type Props = Pick<UpgradePanel, 'streams'> & {
  wanted: readonly string[];
  onWanted: (ids: readonly string[]) => void;
};

/** Content streams that one click adds to the agency's own. */
export function Premade({ streams, wanted, onWanted }: Props) {
  return (
    <ul className={styles.materials}>
      {streams.map((stream) =>
        stream.kind === 'image' ? (
          <PictureStream key={stream.id} stream={stream} />
        ) : (
          <VideoStream
            key={stream.id}
            stream={stream}
            isWanted={wanted.includes(stream.id)}
            onWanted={(is) => onWanted(is ? [...wanted, stream.id] : wanted.filter((id) => id !== stream.id))}
          />
        ),
      )}
    </ul>
  );
}

type VideoProps = { stream: Stream; isWanted: boolean; onWanted: (is: boolean) => void };

/** A stream of videos, which are made before the first installation. */
function VideoStream({ stream: { id, title, items, state, percent }, isWanted, onWanted }: VideoProps) {
  const [installed, setInstalled] = useState<string | null>(null);
  const install = useAction('install-premade-stream', {
    onDone: ({ content_stream_id: made }) => {
      onWanted(made === null);
      setInstalled(made);
    },
    onRefused: () => onWanted(false),
  });
  useOnceMade({
    state,
    isWanted,
    isBusy: install.busy,
    onMade: () => install.run({ id }),
    onFailed: () => onWanted(false),
  });
  const isMaking = isWanted || state === 'waiting' || state === 'running';
  return (
    <li>
      <span className={styles.material}>
        <strong>{title}</strong>
        <span className={styles.file}>{items} videos</span>
        {state === 'failed' && !isWanted && <NotMade />}
        {isMaking && installed === null && <Making title={title} percent={percent} />}
      </span>
      <Install
        title={title}
        installed={installed}
        busy={install.busy || isWanted}
        onClick={() => install.run({ id })}
      />
    </li>
  );
}

type InstallProps = { title: string; installed: string | null; busy: boolean; onClick: () => Promise<unknown> };

/** Installs a stream, and links to it afterwards. */
function Install({ title, installed, busy, onClick }: InstallProps) {
  if (installed !== null)
    return (
      <Link to={paths.editStream(installed)} className={link.button} aria-label={`Open ${title}`}>
        Open
      </Link>
    );
  return (
    <Button
      variant="default"
      h={40}
      leftSection={<Icon name="plus" size={18} />}
      aria-label={`Install ${title}`}
      loading={busy}
      onClick={() => void onClick()}
    >
      Install
    </Button>
  );
}

/** A stream of pictures, drawn by the image creator. */
function PictureStream({ stream: { id, title, items } }: { stream: Stream }) {
  const [installed, setInstalled] = useState<string | null>(null);
  const [batch, setBatch] = useState<string | null>(null);
  // The texts that fill the design once it is saved.
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
      <Install
        title={title}
        installed={installed}
        busy={fetch.busy || save.busy || pour.busy}
        onClick={() => fetch.run({ id })}
      />
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
