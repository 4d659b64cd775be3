/** The fonts of further scripts and their characters, a table that is requested once a text needs it. */
import { z } from 'zod';
import type { FallbackFont } from '#render/layout/text/fallback-fonts.ts';

const table = z.array(
  z.object({ id: z.string(), language: z.nullable(z.string()), parts: z.record(z.string(), z.string()) }),
);

let requested: Promise<readonly FallbackFont[]> | undefined;

/** Rejects if the table cannot be fetched; a further call retries it. */
export function loadFallbackFonts(): Promise<readonly FallbackFont[]> {
  requested ??= fetchTable();
  requested.catch(() => {
    requested = undefined;
  });
  return requested;
}

async function fetchTable(): Promise<readonly FallbackFont[]> {
  const response = await fetch('/fonts/fallback.json');
  if (!response.ok) throw new Error(`the table of fonts answered ${response.status}`);
  return table.parse(await response.json());
}
