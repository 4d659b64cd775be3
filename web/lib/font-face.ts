import { useEffect, useState } from 'react';

const loading = new Map<string, Promise<string | null>>();

/**
 * Loads a font file into the page; returns its family name there, or null if it cannot be loaded. Each address is
 * loaded once.
 */
export function loadFontFace(url: string): Promise<string | null> {
  const known = loading.get(url);
  if (known !== undefined) return known;
  const name = `face ${loading.size + 1}`;
  const made = new FontFace(name, `url("${url}")`).load().then(
    (face) => {
      document.fonts.add(face);
      return name;
    },
    () => null,
  );
  loading.set(url, made);
  return made;
}

/** The family name of a font file in the page; null until it is loaded, and if `url` is null or cannot be loaded. */
export function useFontFace(url: string | null): string | null {
  const [face, setFace] = useState<string | null>(null);
  useEffect(() => {
    if (url === null) return;
    let left = false;
    void loadFontFace(url).then((name) => {
      if (!left) setFace(name);
    });
    return () => {
      left = true;
    };
  }, [url]);
  return face;
}
