import path from 'node:path';
import { build, type Plugin } from 'vite';
import { runCommand } from './command-line/command-line.ts';

const root = path.join(import.meta.dirname, '..');

/** Removes the older formats of each font: all browsers that run the page read woff2. */
const woff2Only: Plugin = {
  name: 'woff2-only',
  enforce: 'pre',
  transform: {
    filter: { id: /@fontsource\/.*\.css$/ },
    handler: (css) => css.replaceAll(/, url\([^)]+\.woff\) format\('woff'\)/g, ''),
  },
};

/** Writes the local page to dist/page, or what another folder with an index.html has to another place. */
export async function buildPage(
  from = path.join(root, 'local/ui'),
  to = path.join(root, 'dist/page'),
): Promise<void> {
  await build({
    configFile: false,
    root: from,
    base: './',
    // NODE_ENV, which tests set, must not affect the page.
    define: { 'process.env.NODE_ENV': '"production"' },
    oxc: { jsx: { runtime: 'automatic', development: false } },
    logLevel: 'warn',
    plugins: [woff2Only],
    build: {
      outDir: to,
      target: 'es2024',
      emptyOutDir: true,
      chunkSizeWarningLimit: 1000,
      rolldownOptions: {
        // Libraries mark modules for React server components, which the page does not use.
        onLog: (level, log, say) => {
          if (log.code !== 'MODULE_LEVEL_DIRECTIVE') say(level, log);
        },
      },
    },
  });
}

if (import.meta.main) {
  const summary = 'Builds the page of the local Slack into dist/page.';
  await runCommand({ name: 'dev', summary, options: {} }, () => buildPage());
}
