import path from 'node:path';
import { build } from 'vite';

const root = path.join(import.meta.dirname, '..');

/** Writes the playground's page to dist/page, which building the functions takes away. */
export async function buildPage(): Promise<void> {
  await build({
    configFile: false,
    root: path.join(root, 'src/playground/page'),
    base: './',
    // The same page whatever NODE_ENV says, which tests set.
    define: { 'process.env.NODE_ENV': '"production"' },
    oxc: { jsx: { runtime: 'automatic', development: false } },
    logLevel: 'error',
    build: { outDir: path.join(root, 'dist/page'), target: 'es2024', emptyOutDir: true },
  });
}

if (import.meta.main) await buildPage();
