import { largestOf } from '#rules/numbers.ts';
import type { Cluster, Paragraph } from './clusters.ts';
import type { Direction, Face } from './face.ts';

/** Graphemes that are shaped together, or one picture. */
export type Run = { kind: 'glyphs'; face: Face; text: string; direction: Direction } | { kind: 'emoji'; text: string };

/** How far the pen moves for a picture of an emoji, as a share of the text size. */
export const emojiAdvance = 1.2;

/** The runs of a part of a paragraph in visual order, from left to right. */
export function runsOf(paragraph: Paragraph, from: number, to: number): Run[] {
  const groups: { level: number; script: string; run: Run }[] = [];
  for (const cluster of paragraph.clusters) {
    if (cluster.start < from || cluster.start >= to || cluster.missing) continue;
    const last = groups.at(-1);
    if (last !== undefined && last.run.kind === 'glyphs' && joins(last, cluster)) last.run.text += cluster.text;
    else groups.push({ level: cluster.level, script: cluster.script, run: newRun(cluster) });
  }
  return inVisualOrder(groups).map(({ run }) => run);
}

/** A run's advance as a share of the text size. */
export const widthOf = (run: Run): number =>
  run.kind === 'emoji' ? emojiAdvance : run.face.measure(run.text, run.direction);

function joins(last: { level: number; script: string; run: Run }, cluster: Cluster): boolean {
  return (
    last.run.kind === 'glyphs' &&
    last.run.face === cluster.face &&
    last.level === cluster.level &&
    last.script === cluster.script
  );
}

function newRun({ text, face, level }: Cluster): Run {
  return face === null
    ? { kind: 'emoji', text }
    : { kind: 'glyphs', face, text, direction: (level & 1) === 1 ? 'rtl' : 'ltr' };
}

/**
 * Rule L2 of the Unicode bidirectional algorithm, on runs: every stretch of a level or above is reversed, from the
 * highest level down.
 */
function inVisualOrder<Group extends { level: number }>(groups: readonly Group[]): Group[] {
  const ordered = [...groups];
  const highest = largestOf(
    groups.map(({ level }) => level),
    0,
  );
  for (let level = highest; level >= 1; level--) {
    let at = 0;
    while (at < ordered.length) {
      let end = at;
      while ((ordered[end]?.level ?? -1) >= level) end++;
      if (end > at) reverse(ordered, at, end);
      at = Math.max(end, at + 1);
    }
  }
  return ordered;
}

function reverse<Group>(groups: Group[], from: number, to: number): void {
  for (const [at, group] of groups.slice(from, to).reverse().entries()) groups[from + at] = group;
}
