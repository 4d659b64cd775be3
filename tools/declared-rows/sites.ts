/** The statements of the sources that state the type of their rows, and the one that an executed text comes from. */
import { sourceFiles } from '../source-files.ts';
import { isTest } from '../imports.ts';
import { isNode, nodesOf, programOf as treeOf, textOf, walk, type Node } from './syntax.ts';
import { rowOf, type DeclaredRow, type ProgramOf } from './types.ts';

/**
 * A statement by Kysely's `sql` tag that is executed where it is written. `parts`: its text between the inserted
 * expressions. `row`: undefined if it states none; null if it states one that cannot be read from the sources.
 */
export type Site = { at: string; parts: readonly string[]; row: DeclaredRow | null | undefined };

/** The sites of one file. */
export function sitesIn(path: string, text: string, programOf: ProgramOf = treeOf): Site[] {
  const sites: Site[] = [];
  const body = programOf(path)?.body ?? [];
  const fragments = fragmentsOf(body);
  for (const statement of body)
    walk(statement, (node, around) => {
      if (!isSql(node) || !isExecuted(around)) return;
      const { typeArguments, start } = node;
      const parts = partsOf(node, fragments);
      const type = isNode(typeArguments) ? nodesOf(typeArguments['params'])[0] : undefined;
      const row = type && (rowOf(type, { path, programOf }) ?? null);
      sites.push({ at: `${path}:${text.slice(0, start).split('\n').length}`, parts, row });
    });
  return sites;
}

/** The fragments of a file: what is declared with one `sql` template alone, by its name. */
function fragmentsOf(body: readonly Node[]): Map<string, Node> {
  const fragments = new Map<string, Node>();
  const declarations = body.map((one) => (isNode(one['declaration']) ? one['declaration'] : one));
  for (const one of declarations.flatMap((each) => [each, ...nodesOf(each['declarations'])])) {
    const templates: Node[] = [];
    walk(one, (node) => {
      if (isSql(node)) templates.push(node);
    });
    const [template] = templates;
    if (isNode(one['id']) && template && templates.length === 1) fragments.set(textOf(one['id']['name']), template);
  }
  return fragments;
}

/** The text of a template between its expressions, with the fragments of its file inserted. */
function partsOf({ quasi }: Node, fragments: ReadonlyMap<string, Node>): string[] {
  if (!isNode(quasi)) return [];
  const [first = '', ...others] = nodesOf(quasi['quasis']).map(({ value }) => cooked(value));
  const parts = [first];
  for (const [index, expression] of nodesOf(quasi['expressions']).entries()) {
    const named = isNode(expression['callee']) ? expression['callee'] : expression;
    const fragment = named.type === 'Identifier' ? fragments.get(textOf(named['name'])) : undefined;
    const [head = '', ...inside] = fragment ? partsOf(fragment, new Map()) : ['', ''];
    parts.push((parts.pop() ?? '') + head, ...inside);
    parts.push((parts.pop() ?? '') + (others[index] ?? ''));
  }
  return parts;
}

const isSql = ({ type, tag }: Node): boolean =>
  type === 'TaggedTemplateExpression' && isNode(tag) && tag['name'] === 'sql';
const isExecuted = (around: Node | undefined): boolean =>
  around?.type === 'MemberExpression' && isNode(around['property']) && around['property']['name'] === 'execute';
const cooked = (value: unknown): string =>
  typeof value === 'object' && value !== null && 'cooked' in value ? textOf(value.cooked) : '';

/** Every site of the server and of db/. */
export const allSites = (): Site[] =>
  sourceFiles(['.ts'])
    .filter(({ path }) => /^(server|db)\//.test(path) && !isTest(path))
    .flatMap(({ path, text }) => (text.includes('sql') ? sitesIn(path, text) : []));

/** Below this many characters at its beginning, a statement could be any other. */
const fewest = 12;
const lengthOf = ({ parts }: Site): number => parts.join('').length;

/** Whether a site's executed text can be told from others. */
export const isTold = ({ parts: [first = ''] }: Site): boolean => first.trim().length >= fewest;

/** The sites that an executed text may come from: those with the most text of their own. */
export function sitesOf(text: string, sites: readonly Site[]): Site[] {
  const fitting = sites.filter((site) => isTold(site) && fits(text, site.parts));
  const most = Math.max(...fitting.map(lengthOf));
  return fitting.filter((site) => lengthOf(site) === most);
}

/** Whether a text consists of these parts with anything between them. */
function fits(text: string, parts: readonly string[]): boolean {
  const last = parts.at(-1) ?? '';
  if (parts.length === 1) return text === last;
  let at = 0;
  for (const [index, part] of parts.slice(0, -1).entries()) {
    const found = text.indexOf(part, at);
    if (found < 0 || (index === 0 && found !== 0)) return false;
    at = found + part.length;
  }
  return text.endsWith(last) && text.length - last.length >= at;
}
