import { type CommandLine, runCommand, UsageError } from './command-line/command-line.ts';
import { outputsOf, type StackFlags, stackFlags } from './deployment/stack.ts';
import { creationLink, type Installation, type Manifest, manifestFor } from './slack-app/app-manifest.ts';

/** Placeholder for the receiver's address in slack-manifest.json. */
const placeholder = 'https://your-receiver.example';

const text = (manifest: Manifest): string => `${JSON.stringify(manifest, null, 2)}\n`;

export const manifestFile = (): string => text(manifestFor({ url: placeholder }));

const commandLine = {
  name: 'manifest',
  summary:
    "Prints the manifest of the Slack app for one receiver, and a link to Slack's page that creates it.",
  examples: [
    [
      '-- --stage prod',
      'for the deployment skydesk-prod: its address, command and, if agents are turned on, Slackbot',
    ],
    ['-- --url https://abc123.execute-api.eu-west-1.amazonaws.com --mcp', 'for this address, with Slackbot'],
    ['-- --socket --command /cloud-ana', 'for npm run dev -- --slack, with a command of its own'],
  ],
  options: {
    ...stackFlags,
    socket: {
      type: 'boolean',
      default: false,
      description:
        'for Socket Mode, which npm run dev -- --slack uses: without an address and without Slackbot',
    },
    url: { type: 'string', value: 'URL', description: 'without --stage: address of the receiver' },
    name: { type: 'string', value: 'NAME', description: "the app's name; default Skydesk" },
    command: {
      type: 'string',
      value: '/NAME',
      description: 'its slash command; default /cloud. SLACK_COMMAND of the functions must be the same',
    },
    mcp: {
      type: 'boolean',
      default: false,
      description: 'lets Slackbot call the MCP endpoint of a deployment with --param="mcp=true"',
    },
  },
} as const satisfies CommandLine;

/** The output for programs, and one for people aside. @throws UsageError for options that can't be installed */
export function printed({
  url,
  socket = false,
  ...app
}: Partial<Installation> & { readonly socket?: boolean }) {
  if (socket && (url !== undefined || app.mcp))
    throw new UsageError(
      '--socket goes with neither --stage, --url nor --mcp: Slack has no address to call.',
    );
  if (url === undefined && !socket)
    throw new UsageError('--stage is missing: the stage of the deployment. Or name its address with --url.');
  const manifest = manifestFor({ url, ...app });
  return { text: text(manifest), aside: `Create the app with it: ${creationLink(manifest)}\n` };
}

async function installed(flags: StackFlags) {
  const { output, find } = await outputsOf(flags);
  return { url: output('RequestUrl'), command: output('SlackCommand'), mcp: find('McpUrl') !== undefined };
}

if (import.meta.main) {
  await runCommand(commandLine, async ({ values: { stage, ...flags } }) => {
    const { text: manifest, aside } = printed(
      stage === undefined ? flags : { ...flags, ...(await installed({ ...flags, stage })) },
    );
    process.stdout.write(manifest);
    process.stderr.write(aside);
  });
}
