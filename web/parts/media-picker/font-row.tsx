import { Loader } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { Found } from '#contract/content/stock.ts';
import { useFontFace } from '../../lib/font-face.ts';
import styles from './media-picker.module.css';
import type { Choice } from './choice.ts';

/** A typeface, with its name written in it once it scrolls into view. */
export function FontRow({ result, onPick, isPicked, isTaking }: Choice<Found['font']>) {
  const row = useRef<HTMLButtonElement>(null);
  const [isInSight, setInSight] = useState(false);
  const { family, url } = result;
  const face = useFontFace(isInSight ? url : null);
  useEffect(() => {
    const element = row.current;
    if (element === null) return;
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting !== true) return;
      observer.disconnect();
      setInSight(true);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return (
    <button
      ref={row}
      type="button"
      data-result
      className={styles.row}
      data-picked={isPicked || undefined}
      disabled={isTaking}
      onClick={onPick}
    >
      <span className={styles.face} style={face === null ? undefined : { fontFamily: `"${face}"` }}>
        {family}
      </span>
      <span className={styles.about}>
        {result.category} · {result.licence}
      </span>
      {isTaking && <Loader size={16} />}
    </button>
  );
}
