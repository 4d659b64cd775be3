import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { createServer } from 'vite';
import type { Config } from '#server/base/settings/config.ts';
import { pagePaths } from '#web/site-map.ts';
import { projectDir } from '../source-files.ts';
import { passOn } from './pass-on.ts';
import { watchedFolders } from './restarts.ts';

/**
 * The address prefix of the browser app's modules. All other addresses are the product's: without a prefix, the module
 * `web/api/call.ts` would have the address of a call.
 */
const modules = '/@dev/';

/** What listens at the public address: Vite for modules, the product for everything else. */
export type Front = {
  /** The folder with the document of the app, which the product serves under its own headers and brands. */
  siteDir: string;
  /** Gets the path of each changed file in the project, with slashes. */
  onChange(changed: (path: string) => void): void;
  close(): Promise<void>;
};

/** Listens at the public address. `portOfProduct` waits for a product that is starting. */
export async function openFront(
  { host, port, publicUrl }: Pick<Config, 'host' | 'port' | 'publicUrl'>,
  { portOfProduct }: { portOfProduct: () => Promise<number> },
): Promise<Front> {
  const web = join(projectDir, 'web');
  const siteDir = mkdtempSync(join(tmpdir(), 'agencyreel-dev-'));
  const ownListeners = process.listeners('SIGTERM');
  const vite = await createServer({
    configFile: join(web, 'vite.config.ts'),
    root: web,
    base: modules,
    appType: 'custom',
    clearScreen: false,
    logLevel: 'warn',
    server: {
      host,
      port,
      strictPort: true,
      allowedHosts: [new URL(publicUrl).hostname],
      // A second working tree may share the packages of the first one by a link.
      fs: { allow: [projectDir, realpathSync(join(projectDir, 'node_modules'))] },
    },
    plugins: [
      {
        name: 'pass-on',
        configureServer: ({ middlewares }) => {
          middlewares.use((request, response, next) => {
            if (request.url?.startsWith(modules) === true) return next();
            void passOn(request, response, portOfProduct);
          });
        },
      },
    ],
  });
  // Vite ends the process as soon as it has closed itself, while the database still runs.
  for (const listener of process.listeners('SIGTERM'))
    if (!ownListeners.includes(listener)) process.off('SIGTERM', listener);
  const index = join(web, 'index.html');
  const writeDocument = async (): Promise<void> => {
    const { html, inline } = withoutInline(await vite.transformIndexHtml('/', readFileSync(index, 'utf8')));
    writeFileSync(join(siteDir, 'inline.js'), inline);
    writeFileSync(join(siteDir, 'index.html'), html);
    writeFileSync(join(siteDir, 'pages.json'), JSON.stringify(pagePaths()));
  };
  // The packages are bundled first: what asks for one earlier stays outdated.
  await vite.listen();
  await writeDocument();
  vite.watcher.add(watchedFolders.map((folder) => join(projectDir, folder)));
  vite.watcher.on('change', (path) => {
    if (path === index) void writeDocument();
  });
  return {
    siteDir,
    onChange: (changed) => {
      vite.watcher.on('all', (event, path) => {
        if (!event.endsWith('Dir')) changed(relative(projectDir, path).replaceAll(sep, '/'));
      });
    },
    close: async () => {
      await vite.close();
      rmSync(siteDir, { recursive: true, force: true });
    },
  };
}

const inlineModule = /<script type="module">([\s\S]*?)<\/script>/g;

/** The document with its inline modules in a file: the content security policy forbids inline script here, too. */
function withoutInline(html: string): { html: string; inline: string } {
  const inline = [...html.matchAll(inlineModule)].map(([, script = '']) => script).join('\n');
  let isFirst = true;
  const named = html.replaceAll(inlineModule, () => {
    const tag = isFirst ? '<script type="module" src="/inline.js"></script>' : '';
    isFirst = false;
    return tag;
  });
  return { html: named, inline };
}
