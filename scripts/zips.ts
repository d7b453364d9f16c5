import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

/*
 * The zips that would be deployed, under AWS's runtime interface client. It finds what only Lambda would show otherwise: a
 * handler of a wrong shape, a file that is missing in a zip. The client is no dependency: it is compiled when it is needed, in
 * about a minute. Its version is fixed, but the lockfile holds neither its checksum nor its dependencies.
 */

const version = '4.0.2';
const root = path.join(import.meta.dirname, '..');
const place = path.join(root, `node_modules/.cache/aws-lambda-ric-${version}`);
const client = path.join(place, 'node_modules/aws-lambda-ric');

const isThere = (tool: string): boolean => spawnSync(tool, ['--version'], { stdio: 'ignore' }).status === 0;

/** Compiles the client, unless that was done before. @returns why it can't, in a few words; undefined if it is there */
function prepare(): string | undefined {
  if (existsSync(path.join(client, 'rapid-client.node'))) return undefined;
  const missing = ['g++', 'make', 'cmake', 'python3'].filter((tool) => !isThere(tool));
  if (missing.length > 0) return `there is no ${missing.join(', no ')}`;
  // Where the headers of Node are installed, they need not be fetched.
  const headers = existsSync('/usr/include/node/node_api.h') ? { npm_config_nodedir: '/usr' } : {};
  const made = spawnSync('npm', ['install', '--prefix', place, '--no-save', `aws-lambda-ric@${version}`], {
    encoding: 'utf8',
    env: { ...process.env, ...headers },
  });
  if (made.status === 0) return undefined;
  const [why = 'for no reason given'] = /npm error (?!code|path|command).*/.exec(made.stderr) ?? [];
  return `the runtime client could not be built (${why})`;
}

/** Runs the zips, and prints what came of it. Without a compiler it says so. @returns the exit code */
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
