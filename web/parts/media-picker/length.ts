/** A duration as players show it: `75 -> '1:15'`. Seconds. */
export const lengthInWords = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.round(seconds) % 60).padStart(2, '0')}`;
