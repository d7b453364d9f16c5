import { type Skydesk, startSkydesk } from '../local/skydesk.ts';
import { printer, workspaceInfoShape } from '../local/terminal/printer.ts';
import { runCommand } from './command-line.ts';

/** Plays the story of one approval with three people, over the built bundles, and prints what each of them sees. */

type Slack = NonNullable<Skydesk['slack']>;

interface Scene {
  readonly tells: string;
  readonly who: string;
  play(slack: Slack): Promise<unknown>;
  /** Waits for what comes later as well. */
  readonly later?: boolean;
}

const line =
  'firewall create de1 va1 source=10.0.0.0/8 destination=10.1.0.0/24 peer=ACDV why="Nightly backup to ACDV" ticket=OPS-17';

const decide = (who: string, decision: string, more: Record<string, string>) => async (slack: Slack) =>
  slack.submit(who, { 'Your decision': decision, ...more });

const scenes: readonly Scene[] = [
  {
    tells: 'Ana wants a way from DE1 into the sub-account in VA1, and is generous with the range',
    who: 'ana',
    play: (slack) => slack.type('ana', 'cloud-ops', `/cloud ${line}`),
  },
  { tells: 'She asks for it', who: 'ana', play: (slack) => slack.press('ana', 'Ask') },
  { tells: 'Ben reviews it', who: 'ben', play: (slack) => slack.press('ben', 'Review') },
  {
    tells: 'He would agree to less',
    who: 'ben',
    play: decide('ben', 'Propose something narrower', {
      Comment: 'The backup host is in this range',
      'Narrower: From range': '10.95.131.0/24',
    }),
  },
  {
    tells: 'Ana takes his proposal with one click',
    who: 'ana',
    play: (slack) => slack.press('ana', 'Take the proposal'),
  },
  { tells: 'Cora reviews what is left', who: 'cora', play: (slack) => slack.press('cora', 'Review') },
  {
    tells: 'Ben’s word counts already, and Cora’s makes two',
    who: 'cora',
    play: decide('cora', 'Approve', { Comment: 'Fine for the backup' }),
    later: true,
  },
  { tells: 'What Ana saw of it, until it was in force', who: 'ana', play: async () => {} },
  {
    tells: 'The backup has moved, so Ana takes it back',
    who: 'ana',
    play: (slack) => slack.press('ana', 'Undo'),
  },
  { tells: 'That goes through the same policy', who: 'ana', play: (slack) => slack.press('ana', 'Ask') },
  { tells: 'Cora reviews it', who: 'cora', play: (slack) => slack.press('cora', 'Review') },
  { tells: 'and agrees', who: 'cora', play: decide('cora', 'Approve', {}) },
  {
    tells: 'And all of it is on record',
    who: 'ana',
    play: (slack) => slack.type('ana', 'cloud-ops', '/cloud history'),
  },
];

async function main(): Promise<void> {
  const skydesk = await startSkydesk();
  const { slack, cloud } = skydesk;
  if (!slack || !cloud) throw new Error('The demo needs the local Slack and the embedded service.');
  cloud.control.set({ firewallPendingMs: 3000 });
  const info = workspaceInfoShape.parse(slack.info());
  const seen = new Map<string, number>();
  for (const { tells, who, play, later = false } of scenes) {
    process.stdout.write(`\n════ ${tells}\n\n`);
    await play(slack);
    await skydesk.settled({ delayed: later });
    const entries = await slack.next(who, seen.get(who) ?? 0, 0);
    entries.forEach(printer(info, who));
    seen.set(who, slack.cursor());
  }
  await skydesk.close();
}

const summary = 'Plays the story of one approval with three people in the terminal.';
await runCommand({ name: 'demo', summary, options: {} }, main);
