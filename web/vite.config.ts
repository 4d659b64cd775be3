import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { chunkGroups } from './chunks.ts';
import { evaluateEffects } from './evaluate.ts';
import { firstPaint } from './first-paint.ts';
import { precompress } from './precompress.ts';
import { siteMap } from './site-map.ts';

/** The browser app; `npm run dev` serves it with hot reload (tools/dev/front.ts). */
export default defineConfig({
  plugins: [react(), evaluateEffects(), firstPaint(), siteMap(), precompress()],
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
        codeSplitting: { groups: chunkGroups },
      },
    },
  },
});
