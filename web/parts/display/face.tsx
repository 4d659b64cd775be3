import { useState } from 'react';
import styles from './face.module.css';

type Props = {
  name: string;
  /** Address of the picture, null for none. */ image: string | null;
  /** px */ size?: number;
};

/** A person's picture, or their initials without one. Decorative: the name is beside it. */
export function Face({ name, image, size = 40 }: Props) {
  const [broken, setBroken] = useState<string | null>(null);
  return (
    <span
      className={styles.face}
      style={{ width: size, height: size, fontSize: size * (size < 24 ? 0.5 : 0.36) }}
      data-tone={toneOf(name)}
      aria-hidden="true"
    >
      {image !== null && image !== broken ? (
        <img src={image} alt="" width={size} height={size} loading="lazy" onError={() => setBroken(image)} />
      ) : (
        initialsOf(name)
      )}
    </span>
  );
}

const initialsOf = (name: string): string => {
  const words = name.split(/\s+/).filter((word) => /^[\p{L}\p{N}]/u.test(word));
  const picked = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return picked
    .map((word) => Array.from(word ?? '')[0] ?? '')
    .join('')
    .toUpperCase();
};

const tones = 6;
/** The same name has the same colour on every screen. */
const toneOf = (name: string): number =>
  Array.from(name).reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % tones;
