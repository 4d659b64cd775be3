import { useEffect } from 'react';
import { useBrand } from '../brand.ts';

/** Gives the window its title: '{brand} | {title}'. Source: specification 1, §1. */
export function useTitle(title: string): void {
  const { name } = useBrand();
  useEffect(() => {
    document.title = `${name} | ${title}`;
  }, [name, title]);
}
