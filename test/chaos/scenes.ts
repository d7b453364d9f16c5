import { operationById } from '../../src/operations/index.ts';
import { examples } from '../support/index.ts';
import type { Testbed } from '../support/testbed.ts';

/** One act of a person, and its undisturbed results. */
export interface Scene {
  readonly operation: string;
  /** `types`, `confirms`, `approves`. */
  readonly act: string;
  readonly risk: 'reads' | 'confirmation' | 'approval';
  /** Whether it changes something at the cloud API. */
  readonly changes: boolean;
  /** The acts of people before it. */
  prepare(testbed: Testbed): Promise<void>;
  /** Resolves to whether Slack took the bot's acknowledgement for one. */
  play(testbed: Testbed): Promise<boolean>;
}

/** Returns a title such as `alert.list: types`. */
export const titleOf = ({ operation, act }: Scene): string => `${operation}: ${act}`;

type Act = readonly [name: string, act: (testbed: Testbed) => Promise<boolean>];

/** The acts of a person for an operation, in order. */
interface Script {
  readonly operation: string;
  readonly acts: readonly Act[];
}

const types =
  (line: string) =>
  async ({ slack }: Testbed): Promise<boolean> =>
    Boolean((await slack.type('ana', 'cloud-ops', line))?.ok);

function scriptOf({ operation, types: line, presses = [], approved }: (typeof examples)[number]): Script {
  const acts: Act[] = [['types', types(`/cloud ${line}`)]];
  for (const button of presses) {
    const name = button === 'decide:confirm' ? 'confirms' : `presses ${button}`;
    acts.push([name, async ({ slack }) => (await slack.press('ana', button)).ok]);
  }
  if (approved)
    acts.push(
      [
        'opens the review',
        async (testbed) => {
          const [card] = (await testbed.stateOf(testbed.newest())).cards;
          return (await testbed.slack.press('ben', 'Review', { ts: card?.ts ?? '' })).ok;
        },
      ],
      ['approves', async ({ slack }) => (await slack.submit('ben', { Comment: 'Go' })).outcome === 'closed'],
    );
  return { operation, acts };
}

/** Lines besides the examples: other ways to request, and lines without the cloud API. */
const besides: readonly Script[] = [
  { operation: 'doctor', acts: [['types', types('/cloud doctor')]] },
  { operation: 'home', acts: [['opens', async ({ slack }) => (await slack.openHome('ana')).ok]] },
  { operation: 'alert.list', acts: [['mentions', types('@Skydesk alert list')]] },
  {
    operation: 'alert.assign',
    acts: [
      ['opens the form', types('/cloud alert assign')],
      [
        'submits the form',
        async ({ slack }) => {
          const entered = { Policy: 'Disk 80', Server: 'DE1ACMEWEB01' };
          return (await slack.submit('ana', entered)).outcome === 'pushed';
        },
      ],
      [
        'confirms the preview of a form',
        async ({ slack }) => (await slack.submit('ana')).outcome === 'cleared',
      ],
    ],
  },
];

function scenesOf({ operation, acts }: Script): Scene[] {
  const needs = operationById(operation)?.needs;
  const risk = needs === 'confirmation' || needs === 'approval' ? needs : 'reads';
  return acts.map(([act, play], at) => ({
    operation,
    act,
    risk,
    changes: risk !== 'reads' && at === acts.length - 1,
    async prepare(testbed) {
      for (const [, before] of acts.slice(0, at)) {
        await before(testbed);
        await testbed.settled({ delayed: true });
      }
    },
    async play(testbed) {
      const acknowledged = await play(testbed);
      await testbed.settled({ delayed: true });
      return acknowledged;
    },
  }));
}

const cold = (scene: Scene): Scene => ({
  ...scene,
  act: `${scene.act}, cold`,
  async prepare(testbed) {
    await scene.prepare(testbed);
    await testbed.worker.coldStart();
  },
});

const warm = [...examples.map(scriptOf), ...besides].flatMap(scenesOf);

/** Every operation once, and every act of people on its way; one of them cold; and the other ways to request. */
export const scenes: readonly Scene[] = [...warm.slice(0, 1).map(cold), ...warm];
