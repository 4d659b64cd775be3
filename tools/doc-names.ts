/** The names in a document: of files, folders, npm scripts, settings, calls, pages and exports. */

/**
 * A name in a document. `folder` is where a bare name is searched, with a trailing slash; '' is the project's folder.
 */
export type DocName = {
  kind: 'path' | 'script' | 'setting' | 'page' | 'call' | 'export';
  name: string;
  folder: string;
};

/** The names in a Markdown text: between backticks, and paths in its code blocks. */
export function namesIn(markdown: string): DocName[] {
  const [blocks, prose] = [
    [...markdown.matchAll(/^```\w*\n([\s\S]*?)^```/gm)],
    markdown.replace(/^```[\s\S]*?^```/gm, ''),
  ];
  return [
    ...quotedIn(prose),
    ...[...prose.matchAll(/\]\((?!https?:)([^)#]+)\)/g)].map(([, name = '']): DocName => ({
      kind: 'path',
      name,
      folder: '',
    })),
    ...blocks.flatMap(([, block = '']) => [...quotedIn(block), ...scriptsIn(block), ...pathsIn(block)]),
  ];
}

const quotedIn = (text: string): DocName[] =>
  [...text.matchAll(/`([^`\n]+)`/g)].flatMap(([, quoted = '']) => [...scriptsIn(quoted), ...namesOf(quoted)]);

const scriptsIn = (text: string): DocName[] =>
  [...text.matchAll(/\bnpm (?:run )?(?!run\b|ci\b|install\b)([\w-]+)/g)].map(([, name = '']) => ({
    kind: 'script',
    name,
    folder: '',
  }));

/** The kind of a name between backticks, by its spelling; nothing for a word or a command. */
function namesOf(quoted: string): DocName[] {
  const [first = '', ...more] = quoted.split(/[ =]/);
  if (/^[A-Z][A-Z0-9]*_[A-Z0-9_]*…?$/.test(first)) return [{ kind: 'setting', name: first, folder: '' }];
  const paths = [first, ...more].filter((word) =>
    /^\.?\w[\w.-]*\/|^[\w-]+\.(ts|tsx|mjs|json|md|sql|css)$|^\.env/.test(word),
  );
  // A cache is there only after its first use.
  if (paths.length > 0)
    return paths
      .filter((name) => !name.startsWith('node_modules/.cache/'))
      .map((name) => ({ kind: 'path', name, folder: '' }));
  if (more.length > 0) return [];
  if (/^\/[a-z]/.test(first)) return [{ kind: 'page', name: first, folder: '' }];
  if (/^[a-z]+(-[a-z]+)+$/.test(first)) return [{ kind: 'call', name: first, folder: '' }];
  if (/^[a-z]+([A-Z][a-z]+)+(\(\))?$/.test(first))
    return [{ kind: 'export', name: first.replace('()', ''), folder: '' }];
  return [];
}

const pathInBlock = /(?<![\w/.<`-])[\w-][\w.<>-]*(?:\/[\w.<>-]*)+|(?<![\w/.<`-])[\w-]+\.(?:ts|tsx|sql|json|md)\b/g;

/**
 * The paths in a code block. In a tree, a line begins with its folder and the names after it are in that folder; an
 * indented folder is in the one above. Elsewhere, a bare name is in the folder of the path before it on its line, or of
 * the first path on the last line that is not indented.
 */
function pathsIn(block: string): DocName[] {
  let [tree, above] = ['', ''];
  return block.split('\n').flatMap((line) => {
    const [, indent, head] = /^( *)([\w-]+\/)(?= )/.exec(line) ?? [];
    const words = [...line.matchAll(pathInBlock)]
      .map(([word]) => word)
      .filter((word) => !word.startsWith('node_modules/'));
    if (head !== undefined) {
      tree = indent === '' ? head : tree;
      const folder = indent === '' ? head : tree + head;
      return words.map((word, index): DocName => ({
        kind: 'path',
        name: index === 0 ? folder : word,
        folder: index === 0 ? '' : folder,
      }));
    }
    const first = words.find((word) => word.includes('/'));
    if (/^\S/.test(line) && first !== undefined) above = folderOf(first);
    let beside = above;
    return words.map((word): DocName => {
      const folder = beside;
      if (word.includes('/')) beside = folderOf(word);
      return { kind: 'path', name: word, folder: word.includes('/') ? '' : folder };
    });
  });
}

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);
