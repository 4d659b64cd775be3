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
    // The names of all chunks stand in the first script: without words they take 3 kB less of it.
    rolldownOptions: { output: { chunkFileNames: 'assets/[hash:7].js', assetFileNames: 'assets/[hash:7][extname]' } },
  },
  server: { proxy: { '/api': api, '/files': api, '/films': api, '/fonts': api, '/emoji': api } },
  preview: { proxy: { '/api': api, '/files': api, '/films': api, '/fonts': api, '/emoji': api } },
});
