/** The addresses of the browser's pages, for the server: it answers 404 to every other one. */
import type { Plugin } from 'vite';
import { paths } from './paths.ts';

/** A parameter of any page: as a text ':any', as an object one whose members are. */
const anyParameter: unknown = new Proxy(
  {},
  { get: (_target, name) => (name === Symbol.toPrimitive ? () => ':any' : ':any'), ownKeys: () => [] },
);

/** The pages' paths with ':any' for each parameter: '/edit-client/:any'. */
export const pagePaths = (): string[] =>
  Object.values(paths).map((path) => String(Function.prototype.call.call(path, undefined, anyParameter)));

/** Writes `pages.json`, the paths of all pages, beside the document. */
export const siteMap = (): Plugin => ({
  name: 'site-map',
  apply: 'build',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'pages.json', source: JSON.stringify(pagePaths()) });
  },
});
