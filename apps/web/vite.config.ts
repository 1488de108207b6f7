import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Where the development server sends calls; the built app is served by the same process that answers them. */
const SERVER = 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [react()],
  base: '/',
  build: {
    outDir: 'dist',
    // Hashed files have a folder of their own, so that they may be cached for ever and `/assets/locales` may not.
    assetsDir: 'app',
    target: 'es2023',
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    assetsInlineLimit: 0,
  },
  server: {
    host: '127.0.0.1',
    port: 5173,
    proxy: { '/userapi': SERVER, '/jwt': SERVER, '/adminapi': SERVER },
  },
});
