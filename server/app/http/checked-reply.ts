import type { z } from 'zod';

/** The data of a reply by the contract; throws, with the paths, if it differs. */
export function checked(schema: z.ZodType, data: unknown): unknown {
  const parsed = schema.safeParse(data);
  if (parsed.success) return parsed.data;
  const where = parsed.error.issues.map(({ path, code }) => `${path.map(String).join('.')} (${code})`).join(', ');
  throw new Error(`a reply does not fit the contract: ${where}`);
}
