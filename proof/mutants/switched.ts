/**
 * A source text that contains all its mistakes at once, each behind a switch, so that one process can try them one
 * after the other: `(reached, mutant === 17 ? with the mistake : without it)`.
 */
import { isNode, nodesOf, parse, type Node } from '../../tools/declared-rows/syntax.ts';
import { withCut } from './cuts.ts';
import { sitesOf, type Kind, type Site } from './sites.ts';

/** A mistake with its number. `isEarly`: it is decided when the module is loaded, before a switch can be set. */
export type Switched = Site & { id: number; isEarly: boolean };

type Range = { start: number; end: number; isEarly: boolean };
const isFunction = ({ type }: Node): boolean => /Function/.test(type);
const switchable = new Set(
  (
    'CallExpression ChainExpression TaggedTemplateExpression TemplateLiteral Literal LogicalExpression ' +
    'UnaryExpression BinaryExpression ConditionalExpression MemberExpression Identifier'
  ).split(' '),
);
const isSwitchable = ({ type }: Node): boolean => switchable.has(type);

/** The text with its mistakes, numbered from `firstId`. Texts of `statement({…})` are left out; they have switches. */
export function switched(
  path: string,
  source: string,
  { firstId, kind = 'sql' }: { firstId: number; kind?: Kind },
): { text: string; mistakes: Switched[] } {
  const { body } = parse(path, source);
  const placed = sitesOf(path, source, kind).flatMap((site) => {
    const range = rangeOf(body, site);
    return range === null ? [] : [{ site, range }];
  });
  // Of ranges in each other the outermost has the switch.
  const outermost = placed
    .map(({ range }) => range)
    .filter(
      (one, at, all) => !all.some((other, place) => isInside(one, other) && (!isInside(other, one) || place < at)),
    );
  const mistakes: Switched[] = [];
  let text = source;
  const pieces = outermost.map((range) => ({
    range,
    sites: placed
      .filter(({ range: own }) => isInside(own, range))
      .map(({ site, range: own }) => {
        const mistake = { ...site, id: firstId + mistakes.length, isEarly: own.isEarly };
        mistakes.push(mistake);
        return mistake;
      }),
  }));
  for (const { range, sites } of pieces.toSorted((one, other) => other.range.start - one.range.start)) {
    const original = source.slice(range.start, range.end);
    const cases = sites.map((site) => {
      const moved = { ...site, start: site.start - range.start, end: site.end - range.start };
      return `globalThis.mutants.current === ${site.id} ? ${withCut(original, moved)} : `;
    });
    const reached = `globalThis.mutants.reach([${sites.map(({ id }) => id).join()}])`;
    text = withCut(text, { ...range, instead: `(${reached}, ${cases.join('')}${original})` });
  }
  return { text, mistakes };
}

const isInside = (one: Range, other: Range): boolean => one.start >= other.start && one.end <= other.end;

/** The outermost expression around a mistake that can have a switch, within its function; null if there is none. */
function rangeOf(body: readonly Node[], { start, end }: Site): Range | null {
  let found: Range | null = null;
  let isEarly = true;
  let isDeclared = false;
  const visit = (node: Node): void => {
    if (node.start > start || Number(node['end']) < end) return;
    if (isFunction(node)) [found, isEarly] = [null, false];
    if (isSwitchable(node) && found === null) found = { start: node.start, end: Number(node['end']), isEarly };
    if (node.type === 'CallExpression' && isNode(node['callee']) && node['callee']['name'] === 'statement')
      isDeclared = true;
    // What is assigned to must stay as it is.
    const parts = node.type === 'AssignmentExpression' ? [node['right']] : Object.values(node);
    for (const member of parts) for (const one of isNode(member) ? [member] : nodesOf(member)) visit(one);
  };
  for (const node of body) visit(node);
  return isDeclared ? null : found;
}
