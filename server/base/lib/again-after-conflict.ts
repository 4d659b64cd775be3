const conflictTries = 5;

/**
 * PostgreSQL's deadlock_detected and serialization_failure (a row of the snapshot was changed by another transaction).
 */
const conflictCodes: readonly unknown[] = ['40P01', '40001'];

/** Whether PostgreSQL rolled a transaction back because it conflicted with another one. */
export const isConflict = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && conflictCodes.includes(error.code);

/** Repeats a transaction that PostgreSQL rolled back because it conflicted with another one. */
export async function againAfterConflict<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isConflict(error) || tries === conflictTries) throw error;
    }
  }
}
