/*
 * The commands of a deployment without a checkout. Bundled into one file, each script that is loaded is the main module, so it reads the
 * arguments and runs.
 */

/** How to load each command, by its name in package.json. */
const commands: Readonly<Record<string, () => Promise<unknown>>> = {
  configure: () => import('../configure.ts'),
  manifest: () => import('../manifest.ts'),
  doctor: () => import('../doctor-cli.ts'),
  redrive: () => import('../redrive.ts'),
  'revoke-keys': () => import('../revoke-all-keys.ts'),
  'after-restore': () => import('../after-restore.ts'),
};

export const commandsOfRelease = Object.keys(commands);

/** Runs the command that the arguments name. After it may be `--`, as in `npm run doctor -- --stage prod`. */
async function runNamed([name = '', ...rest]: readonly string[]): Promise<void> {
  const load = commands[name];
  if (!load) {
    process.stderr.write(
      `Usage: node skydesk-cli.mjs ${commandsOfRelease.join('|')} [flags]\nHelp: --help after a command\n`,
    );
    process.exitCode = 2;
    return;
  }
  process.argv.splice(2, process.argv.length, ...rest.slice(rest[0] === '--' ? 1 : 0));
  await load();
}

if (import.meta.main) await runNamed(process.argv.slice(2));
