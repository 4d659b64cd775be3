import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { evaluateEffects } from './evaluate.ts';
import { precompress } from './precompress.ts';

const api = process.env.API_URL ?? 'http://127.0.0.1:3000';

/** The browser app. `API_URL` names the server that `vite dev` and `vite preview` hand calls and files to. */
export default defineConfig({
  plugins: [react(), evaluateEffects(), precompress()],
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
        // What more than half of all pages load is one file instead of some thirty: 7 kB less on every screen. With 45
        // the log-in page gets what only others need, with 90 it has more files again (`npm run bench -- bundle`).
        codeSplitting: { groups: [{ name: 'shared', minShareCount: 60 }] },
      },
    },
  },
  server: { proxy: { '/api': api, '/files': api, '/films': api, '/fonts': api, '/emoji': api } },
  preview: { proxy: { '/api': api, '/files': api, '/films': api, '/fonts': api, '/emoji': api } },
});
