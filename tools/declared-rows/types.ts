/** Reads the row type that a statement declares (`sql<Row>`) from the sources, through aliases and imports. */
import { dirname, join, normalize } from 'node:path';
import type { Node, Program } from './syntax.ts';
import { isNode, nodesOf, textOf } from './syntax.ts';

/** What JavaScript has for a value of PostgreSQL; `any` for json and whatever cannot be read from the sources. */
export type Kind = 'string' | 'number' | 'boolean' | 'date' | 'array' | 'object' | 'bytes' | 'null' | 'any';

/** The declared type of a column. `texts`: the only texts it may have, if it is a union of literals. */
export type Declared = { kinds: ReadonlySet<Kind>; texts: ReadonlySet<string> | null; isOptional: boolean };

/** The declared columns of a row by name. */
export type DeclaredRow = ReadonlyMap<string, Declared>;

/** The syntax tree of a file of the project; undefined if there is none. */
export type ProgramOf = (path: string) => Program | undefined;

type Scope = { path: string; programOf: ProgramOf };

const anything: Declared = { kinds: new Set<Kind>(['any']), texts: null, isOptional: false };
const plain = (kind: Kind): Declared => ({ kinds: new Set([kind]), texts: null, isOptional: false });
const keywords: Readonly<Record<string, Declared>> = {
  TSStringKeyword: plain('string'),
  TSNumberKeyword: plain('number'),
  TSBooleanKeyword: plain('boolean'),
  TSNullKeyword: plain('null'),
  TSArrayType: plain('array'),
  TSTupleType: plain('array'),
  TSTypeLiteral: plain('object'),
};

/** The row of an object type; undefined if it cannot be read from the sources. */
export function rowOf(type: Node, scope: Scope): DeclaredRow | undefined {
  switch (type.type) {
    case 'TSParenthesizedType':
      return isNode(type['typeAnnotation']) ? rowOf(type['typeAnnotation'], scope) : undefined;
    case 'TSTypeLiteral':
      return new Map(nodesOf(type['members']).flatMap((member) => columnOf(member, scope)));
    case 'TSIntersectionType': {
      const parts = nodesOf(type['types']).map((part) => rowOf(part, scope));
      return parts.every((part) => part !== undefined) ? new Map(parts.flatMap((part) => [...part])) : undefined;
    }
    case 'TSTypeReference':
      return rowOfReference(type, scope);
    default:
      return undefined;
  }
}

function columnOf(member: Node, scope: Scope): [string, Declared][] {
  const { key, typeAnnotation } = member;
  const type = isNode(typeAnnotation) ? typeAnnotation['typeAnnotation'] : undefined;
  if (!isNode(key) || !isNode(type)) return [];
  return [[textOf(key['name'] ?? key['value']), { ...valueOf(type, scope), isOptional: member['optional'] === true }]];
}

function rowOfReference(type: Node, scope: Scope): DeclaredRow | undefined {
  const { name, args } = referenceOf(type);
  const [first, second] = args;
  if (first && second && ['Pick', 'Omit'].includes(name)) {
    const [row, { texts }] = [rowOf(first, scope), valueOf(second, scope)];
    if (!row || !texts) return undefined;
    return new Map([...row].filter(([column]) => texts.has(column) === (name === 'Pick')));
  }
  if (first && second && name === 'Record') {
    const { texts } = valueOf(first, scope);
    return texts ? new Map([...texts].map((column) => [column, valueOf(second, scope)])) : undefined;
  }
  if (first && name === 'Readonly') return rowOf(first, scope);
  const found = args.length === 0 ? findType(name, scope) : undefined;
  return found && rowOf(found.type, found.scope);
}

/** The declared type of a value. */
export function valueOf(type: Node, scope: Scope): Declared {
  const keyword = keywords[type.type];
  if (keyword) return keyword;
  switch (type.type) {
    case 'TSParenthesizedType':
    case 'TSTypeOperator':
      return isNode(type['typeAnnotation']) ? valueOf(type['typeAnnotation'], scope) : anything;
    case 'TSLiteralType':
      return literalOf(type['literal']);
    case 'TSUnionType':
      return unionOf(nodesOf(type['types']).map((part) => valueOf(part, scope)));
    case 'TSIndexedAccessType': {
      const { objectType, indexType } = type;
      if (!isNode(objectType) || !isNode(indexType)) return anything;
      const [name] = [...(valueOf(indexType, scope).texts ?? [])];
      return (name === undefined ? undefined : rowOf(objectType, scope)?.get(name)) ?? anything;
    }
    case 'TSTypeReference': {
      const { name, args } = referenceOf(type);
      if (name === 'Date') return plain('date');
      if (name === 'Buffer') return plain('bytes');
      if (name === 'Record') return plain('object');
      const found = args.length === 0 ? findType(name, scope) : undefined;
      return found ? valueOf(found.type, found.scope) : anything;
    }
    default:
      return anything;
  }
}

function literalOf(literal: unknown): Declared {
  const value = isNode(literal) ? literal['value'] : undefined;
  return typeof value === 'string'
    ? { ...plain('string'), texts: new Set([value]) }
    : typeof value === 'number'
      ? plain('number')
      : typeof value === 'boolean'
        ? plain('boolean')
        : anything;
}

function unionOf(parts: readonly Declared[]): Declared {
  const withTexts = parts.filter(({ kinds }) => kinds.has('string'));
  return {
    kinds: new Set(parts.flatMap(({ kinds }) => [...kinds])),
    texts: withTexts.some(({ texts }) => texts === null)
      ? null
      : new Set(withTexts.flatMap(({ texts }) => [...(texts ?? [])])),
    isOptional: false,
  };
}

function referenceOf(type: Node): { name: string; args: readonly Node[] } {
  const { typeName, typeArguments } = type;
  return {
    name: isNode(typeName) ? textOf(typeName['name']) : '',
    args: isNode(typeArguments) ? nodesOf(typeArguments['params']) : [],
  };
}

/** The declaration of a type's name in a file, or where the file imports or exports it from. */
function findType(name: string, scope: Scope): { type: Node; scope: Scope } | undefined {
  for (const statement of scope.programOf(scope.path)?.body ?? []) {
    const declaration = isNode(statement['declaration']) ? statement['declaration'] : statement;
    const { id, typeAnnotation, typeParameters, source } = declaration;
    if (declaration.type === 'TSTypeAliasDeclaration' && isNode(id) && id['name'] === name)
      return isNode(typeAnnotation) && !typeParameters ? { type: typeAnnotation, scope } : undefined;
    const specifier = nodesOf(declaration['specifiers']).find((one) => {
      const shown = declaration.type === 'ImportDeclaration' ? one['local'] : one['exported'];
      return isNode(shown) && shown['name'] === name;
    });
    if (!specifier || !isNode(source)) continue;
    const own = specifier['imported'] ?? specifier['local'];
    const path = pathOf(textOf(source['value']), scope.path);
    if (isNode(own) && path !== undefined) return findType(textOf(own['name']), { ...scope, path });
  }
  return undefined;
}

/** The path of an import's file in the project; undefined for packages. */
const pathOf = (specifier: string, from: string): string | undefined =>
  specifier.startsWith('#')
    ? specifier.slice(1)
    : specifier.startsWith('.')
      ? normalize(join(dirname(from), specifier))
      : undefined;
