import { useEffect, useRef, useState } from 'react';
import type { Found } from '#contract/sources.ts';
import styles from './media-picker.module.css';
import type { Choice } from './choice.ts';

/** A typeface, its name written in it once it comes into sight. */
export function FontRow({ result, onPick, isPicked }: Choice<Found['font']>) {
  const row = useRef<HTMLButtonElement>(null);
  const [face, setFace] = useState<string | null>(null);
  const { family, url } = result;
  useEffect(() => {
    const element = row.current;
    if (element === null) return;
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting !== true) return;
      observer.disconnect();
      const name = `found ${family}`;
      new FontFace(name, `url("${url}")`).load().then(
        (loaded) => {
          document.fonts.add(loaded);
          setFace(name);
        },
        () => {}, // its name stays in the page's own typeface
      );
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [family, url]);
  return (
    <button
      ref={row}
      type="button"
      data-result
      className={styles.row}
      data-picked={isPicked || undefined}
      onClick={onPick}
    >
      <span className={styles.face} style={face === null ? undefined : { fontFamily: `"${face}"` }}>
        {family}
      </span>
      <span className={styles.about}>
        {result.category} · {result.licence}
      </span>
    </button>
  );
}
