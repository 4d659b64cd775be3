import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { evaluateEffects } from './evaluate.ts';
import { firstPaint } from './first-paint.ts';
import { precompress } from './precompress.ts';

/** Code that the log-in page shares with other pages. */
const signedOut = new RegExp(
  [
    'components/(Input|InputBase|TextInput|PasswordInput|ActionIcon)/',
    'use-resolved-styles-api|random-id|/use-id/|use-uncontrolled',
    'mutationObserver|useMutation',
    'web/api/|web/shell/signed-out',
    'web/parts/(buttons/submit-button|forms/first-problem|page/(title|logo)|states/failure)',
  ].join('|'),
);

/** Code of the frame of every page behind the log-in, and of what shows clients, states and choices. */
const around = new RegExp(
  [
    'web/shell/(footer|impersonation-banner)',
    'web/parts/(dialogs/ask|display/face|lists/use-typed|states/(state-looks|status-badge))[.]',
    'web/parts/pausing/(targets|since|use-pauses)',
    'rules/(money|ledger|delivery-states)|contract/list-options',
  ].join('|'),
);

/** Code that pages with a list share: search, filters, sorting, and bulk actions. */
const lists = new RegExp(
  [
    'web/lib/(sorting|use-list-address)',
    'web/parts/lists/(sort-select|toolbar)[.]',
    'web/parts/bulk/(bulk-bar|use-selection)',
    'web/pages/people/clients/orders',
  ].join('|'),
);

/** Icon buttons, with their tooltips. */
const hints = /web\/parts\/(buttons\/icon-action|pausing\/pause-button)|components\/Tooltip\//;

/** The browser app; `npm run dev` serves it with hot reload (tools/dev/front.ts). */
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
        // The first script contains the names of all chunks: names without words make it 3 kB smaller.
        chunkFileNames: 'assets/[hash:7].js',
        assetFileNames: 'assets/[hash:7][extname]',
        // On a slow connection every file costs a round trip. The imports of the first script form one file, the code
        // that the log-in page shares with others a second one, the code that twenty-eight pages share a third one:
        // with eighteen pages the dashboard loads 10 kB more. The last three join small files by purpose; without a
        // priority they get what the others leave (`npm run bench -- bundle slow-line`).
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
});
