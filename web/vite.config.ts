import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { evaluateEffects } from './evaluate.ts';
import { firstPaint } from './first-paint.ts';
import { precompress } from './precompress.ts';

const api = process.env.API_URL ?? 'http://127.0.0.1:3000';

/** What the log-in page needs of what others need, too. */
const signedOut = new RegExp(
  [
    'components/(Input|InputBase|TextInput|PasswordInput|ActionIcon)/',
    'use-resolved-styles-api|random-id|/use-id/|use-uncontrolled',
    'mutationObserver|useMutation',
    'web/api/|web/shell/signed-out|web/parts/(title|submit-button|failure|first-problem|logo)',
  ].join('|'),
);

/** What the frame of every page behind the sign-in takes, and what shows clients, states and choices. */
const around = new RegExp(
  [
    'web/shell/(footer|impersonation-banner)',
    'web/parts/(face|status-badge|state-looks|ask|use-typed)[.]',
    'web/parts/pausing/(targets|since|use-pauses)',
    'rules/(money|ledger|delivery-states)|contract/list-options',
  ].join('|'),
);

/** What pages with a list share: search, filters, order, and what is done to several rows. */
const lists = new RegExp(
  [
    'web/lib/(sorting|use-list-address)',
    'web/parts/(sort-select|toolbar)[.]',
    'web/parts/bulk/(bulk-bar|use-selection)',
    'web/pages/clients/orders',
  ].join('|'),
);

/** Buttons that are an icon, with what they say when pointed at. */
const hints = /web\/parts\/(icon-action|pausing\/pause-button)|components\/Tooltip\//;

/** The browser app. `API_URL` names the server that `vite dev` and `vite preview` hand calls and files to. */
export default defineConfig({
  plugins: [react(), evaluateEffects(), firstPaint(), precompress()],
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    manifest: true,
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // The names of all chunks stand in the first script: without words they take 3 kB less of it.
        chunkFileNames: 'assets/[hash:7].js',
        assetFileNames: 'assets/[hash:7][extname]',
        // On a slow line every file costs a turn. What the first script imports is one file, what the log-in page
        // shares with others a second one, what twenty-eight pages share a third one: with 18 the dashboard takes 10 kB
        // more. The last three join small files by what they are for; without a priority they take what the others
        // have left (`npm run bench -- bundle slow-line`).
        codeSplitting: {
          groups: [
            { name: 'first', tags: ['$initial'], priority: 3 },
            { name: 'forms', test: signedOut, minShareCount: 10, priority: 2 },
            { name: 'styles', test: /web\/(parts|shell|lib)\/.*\.css/, minShareCount: 4, priority: 3 },
            { name: 'parts', minShareCount: 28, priority: 1 },
            { name: 'around', test: around },
            { name: 'lists', test: lists },
            { name: 'hints', test: hints },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': api, '/files': api, '/films': api, '/fonts': api, '/emoji': api } },
  preview: { proxy: { '/api': api, '/files': api, '/films': api, '/fonts': api, '/emoji': api } },
});
