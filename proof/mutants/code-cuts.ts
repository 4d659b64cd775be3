/** The small mistakes that can be made in the conditions and sums of TypeScript. */
import { isNode, nodesOf, textOf, type Node } from '../../tools/declared-rows/syntax.ts';
import type { Cut } from './cuts.ts';

const instead: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
};
const otherMethods: Readonly<Record<string, string>> = { some: 'every', every: 'some', min: 'max', max: 'min' };

/** The mistakes in one node: an operand left out, an operator or method exchanged, a condition always true or false. */
export function codeCuts(node: Node, source: string): Cut[] {
  const [start, end] = [node.start, Number(node['end'])];
  const textAt = (part: unknown): string => (isNode(part) ? source.slice(part.start, Number(part['end'])) : '');
  const become = (text: string): Cut => ({ start, end, instead: `(${text})` });
  switch (node.type) {
    case 'LogicalExpression':
      return node['operator'] === '??' ? [] : [become(textAt(node['left'])), become(textAt(node['right']))];
    case 'UnaryExpression':
      return node['operator'] === '!' ? [become(textAt(node['argument']))] : [];
    case 'BinaryExpression':
      return exchanged(node, source);
    case 'ConditionalExpression':
      return [become(textAt(node['consequent'])), become(textAt(node['alternate']))];
    case 'IfStatement': {
      const { test } = node;
      if (!isNode(test)) return [];
      return ['true', 'false'].map((value) => ({ start: test.start, end: Number(test['end']), instead: value }));
    }
    case 'CallExpression':
      return calledOtherwise(node);
    default:
      return [];
  }
}

function exchanged(node: Node, source: string): Cut[] {
  const { left, right } = node;
  const operator = textOf(node['operator']);
  const other = instead[operator];
  if (other === undefined || !isNode(left) || !isNode(right)) return [];
  const isText = [left, right].some(({ type, value }) => type === 'TemplateLiteral' || typeof value === 'string');
  if (operator === '+' && isText) return [];
  const from = Number(left['end']);
  const at = from + source.slice(from, right.start).indexOf(operator);
  return [{ start: at, end: at + operator.length, instead: other }];
}

/** `some` for `every`, `min` for `max`; a `filter` left out. */
function calledOtherwise(node: Node): Cut[] {
  const { callee } = node;
  if (!isNode(callee) || callee.type !== 'MemberExpression') return [];
  const { object, property } = callee;
  if (!isNode(object) || !isNode(property)) return [];
  const name = textOf(property['name']);
  if (name === 'filter' && nodesOf(node['arguments']).length === 1)
    return [{ start: Number(object['end']), end: Number(node['end']), instead: '' }];
  const other = Object.hasOwn(otherMethods, name) ? otherMethods[name] : undefined;
  return other === undefined ? [] : [{ start: property.start, end: Number(property['end']), instead: other }];
}
