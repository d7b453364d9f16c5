import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { UsageError } from './command-line/command-line.ts';
import { manifestFor } from './slack-app/app-manifest.ts';

/*
 * The script that the Slack CLI runs: .slack/hooks.json names it, and get-hooks names the other hooks
 * (docs.slack.dev/tools/slack-cli/reference/hooks).
 */

const root = path.join(import.meta.dirname, '..');

/** The project's Node: the system's may be too old to run a .ts file. */
const node = 'node_modules/.bin/node';

const answers: Readonly<Record<string, () => object>> = {
  'get-hooks': () => ({
    hooks: {
      'get-manifest': `${node} scripts/slack-hook.ts get-manifest`,
      // The CLI stops only its shell, so the shell has to become the server.
      start: `exec ${node} scripts/dev.ts --slack`,
      doctor: `${node} scripts/slack-hook.ts doctor`,
    },
    config: { 'protocol-version': ['message-boundaries'], 'sdk-managed-connection-enabled': true },
    runtime: 'node',
  }),
  'get-manifest': () => manifestFor({ url: undefined, command: process.env.SLACK_COMMAND || '/cloud' }),
  doctor: () => ({
    versions: [
      { name: 'node', current: process.versions.node },
      ...['@slack/bolt', '@slack/socket-mode', '@slack/web-api'].map((name) => ({
        name,
        current: versionOf(name),
      })),
    ],
  }),
};

function versionOf(name: string): string {
  const { version } = JSON.parse(readFileSync(path.join(root, 'node_modules', name, 'package.json'), 'utf8'));
  return version;
}

const { values, positionals } = parseArgs({
  // The CLI also passes its protocol and the project's folder.
  strict: false,
  allowPositionals: true,
  options: { boundary: { type: 'string', default: '' } },
});
const [hook = ''] = positionals;
try {
  const answer = answers[hook];
  if (!answer) throw new UsageError(`There is no hook “${hook}”: ${Object.keys(answers).join(', ')}.`);
  process.stdout.write(`${values.boundary}${JSON.stringify(answer())}${values.boundary}\n`);
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
