/** The trades that businesses can be searched by. */
import { z } from 'zod';
import rows from './trades.json' with { type: 'json' };

const trade = z.object({ id: z.string(), name: z.string(), filter: z.string() });

/**
 * Every trade: its id, its display name, and its OpenStreetMap tags in Overpass's notation.
 * https://wiki.openstreetmap.org/wiki/Map_features, as of 2026-11.
 */
export const trades: readonly z.output<typeof trade>[] = z.array(trade).min(1).parse(rows);
