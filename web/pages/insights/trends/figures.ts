/** A figure from a source in everyday form: '1,234', '54.3K'; 'N/A' if the source does not state it. */
export const figure = (count: number | null): string =>
  count === null
    ? 'N/A'
    : new Intl.NumberFormat('en-US', count < 10_000 ? {} : { notation: 'compact', maximumFractionDigits: 1 }).format(
        count,
      );
