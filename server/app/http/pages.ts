/** Which paths are pages of the browser app. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const pages = z.array(z.string());

/** The paths of the built app's pages, from its `pages.json`. Throws if the app is not built. */
export const readPages = (dir: string): string[] =>
  pages.parse(JSON.parse(readFileSync(join(dir, 'pages.json'), 'utf8')));

/** The path of a request's target, which may be an absolute address (RFC 9112, 3.2.2). */
export const pathOf = (target: string): string => target.replace(/^https?:\/\/[^/?#]*/i, '').split(/[?#]/, 1)[0] ?? '';

/** Whether a path is one of these pages. As for the browser's router, case and a slash at the end do not matter. */
export function isPage(path: string, known: readonly string[]): boolean {
  const parts = partsOf(path);
  return known.some((page) => {
    const own = partsOf(page);
    return own.length === parts.length && own.every((part, at) => part === (parts[at] ?? '') || isAny(part, parts[at]));
  });
}

const isAny = (part: string, given = ''): boolean => part.startsWith(':') && given !== '';
const partsOf = (path: string): string[] => path.toLowerCase().replace(/\/+$/, '').split('/').slice(1);

/** Whether a path is for programs: a well-known address, a tool's, or a file's name. No page answers there. */
export const isForPrograms = (path: string): boolean =>
  /^\/(\.well-known|mcp|metrics)(\/|$)/i.test(path) || /\.[a-z\d]{1,10}$/i.test(path);
