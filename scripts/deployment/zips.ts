import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

/*
 * Runs the zips for deployment under AWS's runtime interface client. This finds faults that otherwise only Lambda would show: a
 * handler with a wrong signature, a file missing from a zip. The client is no dependency: it is compiled when needed, in about a
 * minute. Its version is fixed, but the lockfile contains neither its checksum nor its dependencies.
 */

const version = '4.0.2';
const root = path.join(import.meta.dirname, '../..');
const place = path.join(root, `node_modules/.cache/aws-lambda-ric-${version}`);
const client = path.join(place, 'node_modules/aws-lambda-ric');

const isThere = (tool: string): boolean => spawnSync(tool, ['--version'], { stdio: 'ignore' }).status === 0;

/** Compiles the client, unless that was done before. @returns the reason for a failure, in a few words; undefined on success */
function prepare(): string | undefined {
  if (existsSync(path.join(client, 'rapid-client.node'))) return undefined;
  const missing = ['g++', 'make', 'cmake', 'python3'].filter((tool) => !isThere(tool));
  if (missing.length > 0) return `there is no ${missing.join(', no ')}`;
  // Uses the installed headers of Node, if any, instead of downloading them.
  const headers = existsSync('/usr/include/node/node_api.h') ? { npm_config_nodedir: '/usr' } : {};
  const made = spawnSync('npm', ['install', '--prefix', place, '--no-save', `aws-lambda-ric@${version}`], {
    encoding: 'utf8',
    env: { ...process.env, ...headers },
  });
  if (made.status === 0) return undefined;
  const [why = 'for no reason given'] = /npm error (?!code|path|command).*/.exec(made.stderr) ?? [];
  return `the runtime client could not be built (${why})`;
}

/** Runs the zips, and prints the outcome. Reports a missing compiler. @returns the exit code */
export function runZips(): number {
  const why = prepare();
  if (why) {
    process.stdout.write(`The zips were not run: ${why}.\n`);
    return 0;
  }
  const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
  const run = spawnSync(process.execPath, [vitest, 'run', 'test/system/deploy/zips.test.ts'], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, RUNTIME_CLIENT: client },
  });
  return run.status ?? 1;
}
