import { Button } from '@mantine/core';
import { useState } from 'react';
import type { UpgradeMaterial } from '#contract/selling/upgrades.ts';
import { useAction } from '../../../api/action.ts';
import { Icon } from '../../../parts/icons/icon.tsx';
import { Making, NotMade } from './making.tsx';
import styles from './upgrades.module.css';
import { useOnceMade } from './use-once-made.ts';

type Props = {
  materials: readonly UpgradeMaterial[];
  wanted: readonly string[];
  onWanted: (ids: readonly string[]) => void;
};

/**
 * Files to download, and videos to watch. A file that nobody has downloaded yet is made first, and downloads by itself
 * when it is ready.
 */
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
  material: { id, title, file_name: file, state, percent, size_bytes: size, plays },
  ...props
}: MaterialProps) {
  const { isWanted, onWanted } = props;
  const [shown, setShown] = useState<string | null>(null);
  const verb = plays ? 'Watch' : 'Download';
  const open = useAction('open-upgrade', {
    quiet: true,
    onDone: ({ url }) => {
      onWanted(url === null);
      if (url === null) return;
      if (plays) setShown(url);
      else location.assign(url);
    },
    onRefused: () => onWanted(false),
  });
  useOnceMade({
    state,
    isWanted,
    isBusy: open.busy,
    onMade: () => open.run({ id }),
    onFailed: () => onWanted(false),
  });
  const isMaking = isWanted || state === 'waiting' || state === 'running';
  return (
    <li>
      <span className={styles.material}>
        <strong>{title}</strong>
        <span className={styles.file}>
          {file}
          {size === null ? '' : `, ${sizeOf(size)}`}
        </span>
        {state === 'failed' && !isWanted && <NotMade />}
        {isMaking && <Making title={title} percent={percent} />}
      </span>
      {shown === null ? (
        <Button
          variant="default"
          h={40}
          leftSection={<Icon name={plays ? 'player-play' : 'download'} size={18} />}
          aria-label={`${verb} ${title}`}
          loading={open.busy || isWanted}
          onClick={() => void open.run({ id })}
        >
          {verb}
        </Button>
      ) : (
        <video className={styles.video} src={shown} aria-label={title} controls autoPlay playsInline preload="auto" />
      )}
    </li>
  );
}

const sizeOf = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1000))} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
