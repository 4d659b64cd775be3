import { Loader } from '@mantine/core';
import { useState } from 'react';
import { Icon, type IconName } from '../icons/icon.tsx';
import styles from './thumbnail.module.css';

type Props = {
  /** Address of the picture; null without one. */
  src: string | null;
  state?: 'none' | 'waiting' | 'ready' | 'failed';
  /** What the picture shows; '' if the words beside it say so. */
  alt: string;
  /** px, width and height. */
  size?: number;
  /** Shown if there is no picture. */
  icon?: IconName;
};

/** A small square picture; an icon shows that it is being made or has failed. */
export function Thumbnail({ src, state = 'ready', alt, size = 56, icon = 'photo' }: Props) {
  const [broken, setBroken] = useState<string | null>(null);
  const shown = src !== null && src !== broken;
  return (
    <span className={styles.frame} style={{ width: size, height: size }}>
      {shown ? (
        <img
          src={src}
          alt={alt}
          width={size}
          height={size}
          loading="lazy"
          decoding="async"
          onError={() => setBroken(src)}
        />
      ) : state === 'waiting' ? (
        <Loader size={Math.min(20, size / 2)} role="img" aria-label="The preview is being made" />
      ) : (
        <Icon
          name={state === 'failed' || src !== null ? 'photo-off' : icon}
          size={Math.min(24, size / 2)}
          {...(alt ? { label: alt } : {})}
        />
      )}
    </span>
  );
}
