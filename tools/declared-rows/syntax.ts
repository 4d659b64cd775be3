/** Syntax trees of the sources, by Vite's parser. */
import { readFileSync } from 'node:fs';
import { parseSync } from 'vite';
import { projectDir } from '../source-files.ts';

/** A node of a syntax tree (ESTree with TypeScript's nodes). */
export type Node = { type: string; start: number; [member: string]: unknown };
/** The tree of a file. */
export type Program = { body: readonly Node[] };

/** Whether a member of a node is a node. */
export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

/** The nodes of a member that is a list. */
export const nodesOf = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isNode) : []);

/** A member that is a text; '' if it is none. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The tree of a text. */
export const parse = (path: string, text: string): Program => ({ body: nodesOf(parseSync(path, text).program.body) });

const programs = new Map<string, Program | undefined>();

/** The tree of a file of the project, read once; undefined if it cannot be read. */
export function programOf(path: string): Program | undefined {
  if (!programs.has(path)) {
    try {
      programs.set(path, parse(path, readFileSync(projectDir + path, 'utf8')));
    } catch {
      programs.set(path, undefined); // not a source file of the project: its types are unknown
    }
  }
  return programs.get(path);
}

/** Calls for a node and for every node in it, with the node around it. */
export function walk(node: Node, call: (node: Node, around: Node | undefined) => void, around?: Node): void {
  call(node, around);
  for (const member of Object.values(node)) {
    const inside = Array.isArray(member) ? nodesOf(member) : isNode(member) ? [member] : [];
    for (const one of inside) walk(one, call, node);
  }
}
