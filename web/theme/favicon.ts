import { useEffect } from 'react';
import type { Brand } from './brand.ts';

/** Shows the brand's logo as the window's icon; without a logo the document's icon stays. */
export function useFavicon({ logo }: Brand): void {
  useEffect(() => {
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    if (!icon) return;
    icon.dataset['own'] ??= icon.getAttribute('href') ?? '';
    icon.type = logo === null ? 'image/svg+xml' : '';
    icon.href = logo ?? icon.dataset['own'];
  }, [logo]);
}
