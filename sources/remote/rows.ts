import { z } from 'zod';

/**
 * A list of an answer, of which odd rows are left out: vendors return rows without a documented field now and then (a
 * channel among videos, a deleted author). A list of odd rows only is an answer in another shape.
 */
export const rowsOf = <Shape extends z.ZodType>(row: Shape) =>
  z.array(z.unknown()).transform((rows, context): z.output<Shape>[] => {
    const read = rows.flatMap((given) => {
      const parsed = row.safeParse(given);
      return parsed.success ? [parsed.data] : [];
    });
    if (rows.length > 0 && read.length === 0) context.addIssue({ code: 'custom', message: 'no row can be read' });
    return read;
  });
