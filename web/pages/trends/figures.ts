/** A figure of a source as people read it: '1,234', '54.3K'; 'N/A' where the source does not say it. */
export const figure = (count: number | null): string =>
  count === null
    ? 'N/A'
    : new Intl.NumberFormat('en-US', count < 10_000 ? {} : { notation: 'compact', maximumFractionDigits: 1 }).format(
        count,
      );
