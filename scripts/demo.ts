import { setTimeout } from 'node:timers/promises';
import { type Skydesk, startSkydesk } from '../local/skydesk.ts';
import { labelOf } from '../local/slack/payload/view-state.ts';
import { namesIn, workspaceInfoShape } from '../local/terminal/printer.ts';
import { createChangeRenderer } from '../local/terminal/render-changes.ts';
import { hasColours, type Page, paint, truncate } from '../local/terminal/terminal-page.ts';
import { buildHere } from './build.ts';
import { type CommandLine, runCommand } from './command-line.ts';
import { type Act, type Scene, story } from './story.ts';

const commandLine = {
  name: 'demo',
  summary: `Plays one approval with three people over the built bundles, and prints what changes in Slack: each line once,
however often a message is edited. NO_COLOR=1 prints without colours.`,
  options: { fast: { type: 'boolean', default: false, description: 'does not pause for reading' } },
  variables: { NO_COLOR: 'prints without colours if it is set' },
} as const satisfies CommandLine;

type Slack = NonNullable<Skydesk['slack']>;

/** Milliseconds for which a line is left to be read. */
const readingMs = 250;

const colours = { ana: 'cyan', ben: 'magenta', cora: 'yellow' } as const;

/** How the demo is shown. */
export interface Screen extends Pick<Page, 'width' | 'colours' | 'zone'> {
  /** Prints one line, and resolves when the next one can follow. */
  print(line: string): Promise<void> | void;
}

/** Plays the story over a bot that has just started, and prints it. Rejects if a person's step fails. */
export async function playDemo({ slack, cloud, settled }: Skydesk, screen: Screen): Promise<void> {
  if (!slack || !cloud) throw new Error('The demo needs the local Slack and the emulator');
  cloud.control.set({ firewallPendingMs: 0 });
  const page: Page = {
    ...screen,
    now: Date.now(),
    nameOf: namesIn(workspaceInfoShape.parse(slack.info())),
  };
  const changes = createChangeRenderer(page);
  for (const [index, scene] of story.entries()) {
    for (const line of ['', banner(scene, index, page)]) await screen.print(line);
    for (const act of scene.acts) {
      await screen.print(paint(page, colours[scene.person], truncate(`▶ ${inWords(act)}`, page.width)));
      const cursor = slack.cursor();
      await perform(slack, scene.person, act);
      await settled({ delayed: true });
      for (const line of changes(slack.journal(cursor))) await screen.print(line);
    }
  }
  for (const line of ['', ...closing]) await screen.print(line);
}

/** "━━ 2/7  Ben reviews it ━━━━━", as wide as the page. */
function banner({ title, person }: Scene, index: number, page: Page): string {
  const start = `━━ ${index + 1}/${story.length}  ${title} `;
  return paint(page, ['bold', colours[person]], start.padEnd(Math.min(page.width, 100), '━'));
}

function inWords(act: Act): string {
  if (act.kind === 'type') return act.line;
  if (act.kind === 'press') return `[${act.button}]`;
  const values = Object.entries(act.values).map(([label, value]) => `${label}: ${value}`);
  return [`[${act.button}]`, ...(values.length > 0 ? [values.join(' · ')] : [])].join('  ');
}

/** Rejects when Slack or Skydesk refuses what the person does. */
async function perform(slack: Slack, person: string, act: Act): Promise<void> {
  if (act.kind === 'submit') {
    const button = labelOf(slack.views(person).at(-1)?.submit ?? '');
    if (button !== act.button) throw new Error(`${inWords(act)}: the button is called “${button}”`);
    const { outcome, errors } = await slack.submit(person, act.values);
    if (outcome !== 'closed' && outcome !== 'cleared')
      throw new Error(`${inWords(act)}: ${outcome} ${JSON.stringify(errors)}`);
    return;
  }
  const ack =
    act.kind === 'type'
      ? await slack.type(person, 'cloud-ops', act.line)
      : await slack.press(person, act.button);
  if (!ack?.ok) throw new Error(`${inWords(act)}: Skydesk did not answer`);
}

const closing = [
  'You saw: a preview with its risk before anything was requested · a smaller range suggested and accepted ·',
  'two approvals by different people · a change that was applied once and can be undone · the audit log.',
  'Try it yourself in a browser: npm run dev',
];

if (import.meta.main) {
  await runCommand(commandLine, async ({ values: { fast } }) => {
    await buildHere();
    const skydesk = await startSkydesk({ holdBack: true });
    const pause = fast || !process.stdout.isTTY ? 0 : readingMs;
    try {
      await playDemo(skydesk, {
        width: Math.min(process.stdout.columns || 100, 120),
        colours: hasColours(process.stdout, process.env),
        zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
        async print(line) {
          process.stdout.write(`${line}\n`);
          if (pause > 0) await setTimeout(pause);
        },
      });
    } finally {
      await skydesk.close();
    }
  });
}
