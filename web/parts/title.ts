import { useEffect } from 'react';
import { useBrand } from '../theme/brand.ts';

/** Gives the window its title: '{brand} | {title}'. */
export function useTitle(title: string): void {
  const { name } = useBrand();
  useEffect(() => {
    document.title = `${name} | ${title}`;
  }, [name, title]);
}
