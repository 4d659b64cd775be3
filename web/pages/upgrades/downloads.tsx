import '@mantine/core/styles/Progress.css';
import { Button, Progress } from '@mantine/core';
import { useEffect } from 'react';
import type { UpgradeMaterial } from '#contract/upgrades.ts';
import { useAction } from '../../api/action.ts';
import { Icon } from '../../parts/icon.tsx';
import styles from './upgrades.module.css';

type Props = {
  materials: readonly UpgradeMaterial[];
  wanted: readonly string[];
  onWanted: (ids: readonly string[]) => void;
};

/** What there is to download. A file that nobody has had yet is made first, and comes by itself when it is ready. */
export function Downloads({ materials, wanted, onWanted }: Props) {
  return (
    <ul className={styles.materials}>
      {materials.map((material) => (
        <Material
          key={material.id}
          material={material}
          isWanted={wanted.includes(material.id)}
          onWanted={(is) => onWanted(is ? [...wanted, material.id] : wanted.filter((id) => id !== material.id))}
        />
      ))}
    </ul>
  );
}

type MaterialProps = { material: UpgradeMaterial; isWanted: boolean; onWanted: (is: boolean) => void };

function Material({
  material: { id, title, file_name: file, state, percent, size_bytes: size },
  ...props
}: MaterialProps) {
  const { isWanted, onWanted } = props;
  const open = useAction('open-upgrade', {
    quiet: true,
    onDone: ({ url }) => {
      onWanted(url === null);
      if (url !== null) location.assign(url);
    },
    onRefused: () => onWanted(false),
  });
  useEffect(() => {
    if (!isWanted || open.busy) return;
    if (state === 'ready') void open.run({ id });
    if (state === 'failed') onWanted(false);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each change of the state, whatever else is new
  }, [isWanted, state]);
  const isMaking = isWanted || state === 'waiting' || state === 'running';
  return (
    <li>
      <span className={styles.material}>
        <strong>{title}</strong>
        <span className={styles.file}>
          {file}
          {size === null ? '' : `, ${sizeOf(size)}`}
        </span>
        {state === 'failed' && !isWanted && (
          <span className={styles.failed} role="alert">
            This could not be made. Please try again.
          </span>
        )}
        {isMaking && (
          <span role="status" className={styles.making}>
            <Progress value={Math.max(5, percent)} color="brand" aria-label={`Making ${title}`} />
            Being made for the first time…
          </span>
        )}
      </span>
      <Button
        variant="default"
        h={40}
        leftSection={<Icon name="download" size={18} />}
        aria-label={`Download ${title}`}
        loading={open.busy || isWanted}
        onClick={() => void open.run({ id })}
      >
        Download
      </Button>
    </li>
  );
}

const sizeOf = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1000))} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
