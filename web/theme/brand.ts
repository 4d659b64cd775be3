import { useSyncExternalStore } from 'react';
import type { Brand } from '#contract/base/brand.ts';
import { brandFrom } from '../api/kept-user.ts';
import { currentSession, keptBrand, onSessionChange } from '../api/session-store.ts';

/** The brand that the person sees: name, logo (null for ours) and two colours (hex). */
export type { Brand };

const house: Brand = { name: 'AgencyReel', logo: null, color: { first: '#9461fc', second: '#EF1564' } };

/** The brand of the host that served this document, written into it by the server; null on the product's own host. */
function hostBrand(): Brand | null {
  const text = globalThis.document?.getElementById('brand')?.textContent;
  if (!text) return null;
  return brandFrom(JSON.parse(text));
}

const ofHost = hostBrand();
let latest: Brand = house;

/** The current brand; the same object as long as it does not change. */
function brandNow(): Brand {
  const session = currentSession();
  const now = ofHost ?? (session === null ? keptBrand() : session.user.brand) ?? house;
  if (JSON.stringify(now) !== JSON.stringify(latest)) latest = now;
  return latest;
}

/**
 * The brand of the host; otherwise the signed-in person's, or the one a white-label user left here; otherwise the
 * product's own.
 */
export const useBrand = (): Brand => useSyncExternalStore(onSessionChange, brandNow);
