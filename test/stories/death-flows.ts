import { minute } from '../../src/core/clock.ts';
import type { Storyteller } from './storyteller.ts';

const second = 1000;

/** What people do in one flow, and which of its workers die. */
export interface Flow {
  readonly title: string;
  /** What happens if nobody dies. */
  readonly summary: string;
  /** The workers that do it. */
  readonly workers: RegExp;
  /** Whether an end of the change comes, not the change. */
  readonly isEnd?: true;
  /** How a message begins that says what came of it. */
  readonly result: RegExp;
  /** Plays it from what people do last. Resolves to the id of its change. */
  begin(story: Storyteller): Promise<string>;
}

const [ana, ben] = ['U0ANA', 'U0BEN'] as const;

async function approved(story: Storyteller): Promise<string> {
  const id = await story.before(async () => {
    const request = await story.type(
      ana,
      'firewall create de1 va1 source=10.0.0.0/24 destination=10.1.0.0/24 why="the shop"',
    );
    await story.press('Request Approval', ana, 'confirm', request);
    await story.pass(10 * second);
    return request;
  });
  await story.vote(ben, id, 'approve');
  return id;
}

export const flows: readonly Flow[] = [
  {
    title: 'A confirmed change of one step',
    summary:
      'Ana confirms the assignment of an alert policy, which needs no approval: the job of her click runs it.',
    workers: /· decision/,
    result: /^(✅|🔓|⚠️|❌)/u,
    async begin(story) {
      const id = await story.before(() => story.type(ana, 'alert assign "Night watch" de1acmejump01'));
      await story.press('Confirm', ana, 'confirm', id);
      return id;
    },
  },
  {
    title: 'The last vote',
    summary: `Ben approves a firewall policy of Ana’s, which needs one vote. His vote lets it run: the next table has that.`,
    workers: /· vote on/,
    result: /^(✅|🔓|⚠️|❌)/u,
    begin: approved,
  },
  {
    title: 'The run of an approved request',
    summary: 'The policy is created by a background job of the cloud API, which another job polls.',
    workers: /· (execute|track) of/,
    result: /^(✅|🔓|⚠️|❌)/u,
    begin: approved,
  },
  {
    title: 'An end at its time',
    summary: 'Ana created an alert policy for an hour. It is deleted when that is over.',
    workers: /· (reconcile of end|execute of end)/,
    isEnd: true,
    result: /^(⚪ Deleted|⚠️|❌)/u,
    begin: (story) =>
      story.before(async () => {
        const id = await story.type(ana, 'alert create Busy disk=95 to=ops@example.com ends=1h');
        await story.press('Confirm', ana, 'confirm', id);
        await story.pass(58 * minute);
        return id;
      }),
  },
  {
    title: 'Step 1 of a confirmed plan',
    summary: 'Ana confirms a plan of two steps, which needs no approval. Step 2 waits for step 1.',
    workers: /· (decision|execute of #1, step 1)/,
    result: /^(✅|🔓|⚠️|❌)/u,
    async begin(story) {
      const id = await story.before(() =>
        story.type(
          ana,
          `plan "alert create Busy cpu=90 to=ops@example.com
alert assign $1.id de1acmeweb04" why=Repair`,
        ),
      );
      await story.press('Confirm', ana, 'confirm', id);
      return id;
    },
  },
];
