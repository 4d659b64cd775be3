/** The statements of the sources that state the type of their rows. */
import { sourceFiles } from '../source-files.ts';
import { isTest } from '../imports.ts';
import { isNode, nodesOf, programOf as treeOf, textOf, walk, type Node } from './syntax.ts';
import { rowOf, type ProgramOf } from './types.ts';
import type { Site } from './site.ts';

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
