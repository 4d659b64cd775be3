/** The fonts of further scripts and their characters, a table that is requested once a text needs it. */
import { z } from 'zod';
import type { LetterFont } from '#render/layout/text/letters.ts';

const table = z.array(
  z.object({ id: z.string(), language: z.nullable(z.string()), parts: z.record(z.string(), z.string()) }),
);

let requested: Promise<readonly LetterFont[]> | undefined;

/** Rejects if the table cannot be fetched; a further call retries it. */
export function loadLetterFonts(): Promise<readonly LetterFont[]> {
  requested ??= fetchTable();
  requested.catch(() => {
    requested = undefined;
  });
  return requested;
}

async function fetchTable(): Promise<readonly LetterFont[]> {
  const response = await fetch('/fonts/letters.json');
  if (!response.ok) throw new Error(`the table of fonts answered ${response.status}`);
  return table.parse(await response.json());
}
