import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { BadInstallation, creationLink, type Manifest, manifestFor } from '../src/slack/manifest.ts';

const file = path.join(import.meta.dirname, '../slack-manifest.json');

/** Stands in slack-manifest.json for the receiver's address. */
const placeholder = 'https://your-receiver.example';

const help = `Prints the manifest of the Slack app for one receiver, and a link that opens Slack's page for creating it.

  npm run manifest -- --url https://abc123.execute-api.eu-west-1.amazonaws.com

  --url URL         where the receiver is
  --name NAME       the app's name; Skydesk when left out
  --command /NAME   its slash command; /cloud when left out (SLACK_COMMAND says the same to the bot)
`;

const text = (manifest: Manifest): string => `${JSON.stringify(manifest, null, 2)}\n`;

/** The text of slack-manifest.json. */
export const manifestFile = (): string => text(manifestFor({ url: placeholder }));

/** What to print: `text` for programs, `aside` for people. */
export interface Printed {
  readonly text: string;
  readonly aside: string;
  readonly code: 0 | 1;
}

/** What the arguments of `npm run manifest` ask for. */
export function printed(args: readonly string[]): Printed {
  try {
    const { url, name, command } = read(args);
    if (url === undefined) return { text: '', aside: help, code: 1 };
    const manifest = manifestFor({ url, name, command });
    const aside = `Create the app with it: ${creationLink(manifest)}\n`;
    return { text: text(manifest), aside, code: 0 };
  } catch (error) {
    if (error instanceof BadInstallation) return { text: '', aside: `${error.message}\n`, code: 1 };
    if (error instanceof TypeError) return { text: '', aside: `${error.message}\n\n${help}`, code: 1 };
    throw error;
  }
}

const read = (args: readonly string[]) =>
  parseArgs({
    args: [...args],
    options: { url: { type: 'string' }, name: { type: 'string' }, command: { type: 'string' } },
  }).values;

if (import.meta.main) {
  const args = process.argv.slice(2);
  if (args[0] === '--write') {
    await writeFile(file, manifestFile());
  } else {
    const { text: manifest, aside, code } = printed(args);
    process.stdout.write(manifest);
    process.stderr.write(aside);
    process.exitCode = code;
  }
}
