const units = ['kB', 'MB', 'GB', 'TB'] as const;

/** A size in decimal units: `1_500_000 -> '1.5 MB'`. */
export function sizeWords(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  const power = Math.min(units.length, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** power;
  return `${value < 10 ? Math.round(value * 10) / 10 : Math.round(value)} ${units[power - 1] ?? ''}`;
}

/** A duration in minutes and seconds: `65_400 -> '1:05'`. */
export function lengthWords(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** A waveform as an SVG path, `peaks.length / 2` wide and 2 high, from the lowest and highest samples. */
export function wavePath(peaks: readonly number[]): string {
  const bars: string[] = [];
  for (let at = 0; at + 1 < peaks.length; at += 2) {
    const [lowest = 0, highest = 0] = peaks.slice(at, at + 2);
    bars.push(`M${at / 2} ${1 - highest / 128}V${1 - lowest / 128}`);
  }
  return bars.join('');
}
