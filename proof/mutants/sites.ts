/** The conditions of the SQL in a source file, as mistakes that can be put into it. */
import { isNode, nodesOf, parse, textOf, walk, type Node } from '../../tools/declared-rows/syntax.ts';
import { codeCuts } from './code-cuts.ts';
import { cutsOf, type Cut } from './cuts.ts';

/**
 * A mistake in a file: `line` is where it is, `part` what it replaces, `from` and `to` the text of its lines without
 * and with it.
 */
export type Site = Cut & { line: number; part: string; from: string; to: string };

/** What mistakes are made in. */
export type Kind = 'sql' | 'code';

/** The mistakes that can be made in the SQL of a source text, or in its code. */
export function sitesOf(path: string, source: string, kind: Kind = 'sql'): Site[] {
  const cuts: Cut[] = [];
  for (const statement of parse(path, source).body)
    walk(statement, (node, around) => {
      if (kind === 'code') cuts.push(...codeCuts(node, source));
      else cuts.push(...inText(node, { around, source }), ...inChain(node, source));
    });
  return cuts
    .filter(({ start, end, instead }) => source.slice(start, end) !== instead)
    .toSorted((one, other) => one.start - other.start || one.end - other.end)
    .map((cut) => described(cut, source));
}

/** Looks like a part of a statement and like no sentence: a column of an alias, or a verb of SQL at its beginning. */
const sqlLook = /(?:^|[\s(])[a-z]{1,2}\.[a-z_]+\b|^\s*(?:with|select|insert|update|delete)\s[^]*\s(?:from|into|set)\s/;

function inText(node: Node, { around, source }: { around: Node | undefined; source: string }): Cut[] {
  const end = Number(node['end']);
  const text = source.slice(node.start + 1, end - 1);
  const isTagged = around?.type === 'TaggedTemplateExpression' && /^sql\b/.test(source.slice(around.start, node.start));
  const isText = node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node['value'] === 'string');
  if (!isTagged && !(isText && sqlLook.test(text))) return [];
  const first = node.start + 1;
  return cutsOf(text).map((cut) => ({ ...cut, start: first + cut.start, end: first + cut.end }));
}

const droppable = new Set(['where', 'whereRef', 'having', 'havingRef', 'forUpdate', 'forShare', 'forNoKeyUpdate']);
const boundaries: Readonly<Record<string, string>> = { '<': '<=', '<=': '<', '>': '>=', '>=': '>' };

/** In a Kysely chain: a `.where` or a lock left out, a moved boundary, one part of an `and` or `or`, a `not`. */
function inChain(node: Node, source: string): Cut[] {
  if (node.type !== 'CallExpression') return [];
  const { callee } = node;
  const end = Number(node['end']);
  if (!isNode(callee)) return [];
  const list = nodesOf(node['arguments']);
  const [object, property] = [callee['object'], callee['property']];
  const name = textOf(isNode(property) ? property['name'] : callee['name']);
  const cuts: Cut[] = [];
  if (droppable.has(name) && isNode(object)) cuts.push({ start: Number(object['end']), end, instead: '' });
  const [, operator] = list;
  const boundary = operator?.type === 'Literal' ? boundaries[textOf(operator['value'])] : undefined;
  if (operator !== undefined && boundary !== undefined && list.length === 3)
    cuts.push({ start: operator.start, end: Number(operator['end']), instead: `'${boundary}'` });
  const isBuilder = callee.type === 'Identifier' || (isNode(object) && object.type === 'Identifier');
  const [inside] = list;
  if (!isBuilder || inside === undefined) return cuts;
  if (name === 'not') cuts.push({ start: node.start, end, instead: source.slice(inside.start, Number(inside['end'])) });
  if ((name === 'and' || name === 'or') && inside.type === 'ArrayExpression') {
    const parts = nodesOf(inside['elements']);
    for (const [at, part] of parts.entries())
      cuts.push({ start: part.start, end: parts[at + 1]?.start ?? Number(part['end']), instead: '' });
  }
  return cuts;
}

/** A mistake with its line and the texts without and with it. */
export function described(cut: Cut, source: string): Site {
  const begin = source.lastIndexOf('\n', cut.start - 1) + 1;
  const next = source.indexOf('\n', cut.end);
  const stop = next === -1 ? source.length : next;
  const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();
  return {
    ...cut,
    line: source.slice(0, cut.start).split('\n').length,
    part: oneLine(source.slice(cut.start, cut.end)),
    from: oneLine(source.slice(begin, stop)),
    to: oneLine(source.slice(begin, cut.start) + cut.instead + source.slice(cut.end, stop)),
  };
}
