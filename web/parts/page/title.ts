import { useEffect } from 'react';
import { useBrand } from '../../theme/brand.ts';

/** Sets the window's title: '{brand} | {title}'. */
export function useTitle(title: string): void {
  const { name } = useBrand();
  useEffect(() => {
    document.title = `${name} | ${title}`;
  }, [name, title]);
}
