import { AwsError } from '../../src/aws/lambda/aws-error.ts';
import { day, hour, minute } from '../../src/core/clock.ts';
import { Unavailable } from '../../src/core/unavailable.ts';
import { SlackRejection } from '../../src/slack/api/slack-rejection.ts';
import type { Storyteller } from './storyteller.ts';

const second = 1000;

/** What happens to a change in one case: one worker, at most one fault. */
export interface Story {
  /** Name of its page in `docs/stories`. */
  readonly name: string;
  readonly title: string;
  /** What happens and why, in a few sentences. */
  readonly summary: string;
  play(story: Storyteller): Promise<unknown>;
}

const [ana, ben, cora] = ['U0ANA', 'U0BEN', 'U0CORA'] as const;
/** Needs one approver. */
const opening = 'firewall create de1 va1 source=10.0.0.0/24 destination=10.1.0.0/24 why="the shop"';
/** Needs two approvers. */
const ssh =
  'firewall intra create de1 tcp/22 source=10.0.0.0/8 destination=10.1.0.0/24 peer=ACDV why="the shop"';
const alert = 'alert create Busy disk=95 to=ops@example.com';
const plan = `plan all-or-nothing=yes "alert create Busy cpu=90 to=ops@example.com
alert assign $1.id de1acmeweb04
alert delete \\"Night watch\\"" why=Repair`;

async function confirmed(story: Storyteller, line: string): Promise<string> {
  const id = await story.type(ana, line);
  await story.press('Confirm', ana, 'confirm', id);
  return id;
}

async function requested(story: Storyteller, line: string): Promise<string> {
  const id = await story.type(ana, line);
  await story.press('Request Approval', ana, 'confirm', id);
  await story.pass(10 * second);
  return id;
}

interface Outage {
  /** What fails: /: log applied/. */
  readonly calls: RegExp;
  readonly error: Error;
  readonly name: string;
  readonly lastsMs: number;
  /** What is said when it is over. */
  readonly healed: string;
}

const slackAway = (lastsMs: number): Outage => ({
  calls: /: Slack (post|edit|DM)/,
  error: new Unavailable('Slack didn’t respond.'),
  name: 'Slack is away',
  lastsMs,
  healed: 'Slack is back.',
});

const tableAway = (lastsMs: number): Outage => ({
  calls: /(track|reconcile).*: (write|log|record)/,
  error: new AwsError('InternalServerError'),
  name: 'the table is away',
  lastsMs,
  healed: 'The table is back.',
});

const logAway = (lastsMs: number): Outage => ({
  calls: /(:| ·) log /,
  error: new AwsError('InternalServerError'),
  name: 'the table refuses',
  lastsMs,
  healed: 'The table accepts entries again.',
});

/** Ben approves a policy during an outage. */
async function approvedDuring(
  story: Storyteller,
  { calls, error, name, lastsMs, healed }: Outage,
): Promise<void> {
  const id = await story.before(() => requested(story, opening));
  story.fault(calls, error, name, Number.POSITIVE_INFINITY);
  await story.vote(ben, id, 'approve');
  await story.pass(lastsMs);
  story.heal(healed);
  await story.toTheEnd();
}

/** Stories of an approval during an outage. */
const outages = (all: readonly (Omit<Story, 'play'> & { readonly outage: Outage })[]): readonly Story[] =>
  all.map(({ outage, ...story }) => ({ ...story, play: (teller) => approvedDuring(teller, outage) }));

export const stories: readonly Story[] = [
  {
    name: '01-second-vote',
    title: 'A request, its second vote, and everything after it',
    summary: `Ana has previewed a policy that opens SSH inside a data center, which needs two approvers. She requests it, Ben
approves, then Cora, whose vote lets it run. Its Undo expires after half an hour.`,
    async play(story) {
      const id = await story.before(() => story.type(ana, ssh));
      await story.press('Request Approval', ana, 'confirm', id);
      await story.pass(10 * second);
      await story.vote(ben, id, 'approve');
      await story.pass(10 * second);
      await story.vote(cora, id, 'approve');
      await story.toTheEnd();
    },
  },
  {
    name: '02-dies-after-the-cloud-answered',
    title: 'The worker dies after the cloud API answered',
    summary: `The worker has sent an approved change, and dies before it stores that the cloud API accepted it. A change is sent at
most once, so its outcome is reported as unknown.`,
    async play(story) {
      const id = await story.before(() => requested(story, opening));
      story.fault(/execute.*claimed\.accepted/, 'dies', 'the worker dies');
      await story.vote(ben, id, 'approve');
      await story.toTheEnd();
    },
  },
  {
    name: '03-dies-before-posting-the-result',
    title: 'The worker dies before it posts the result',
    summary: `Ana assigns an alert policy, which needs no approval, so her click runs it. The worker dies before it posts the result.`,
    async play(story) {
      const id = await story.before(() => story.type(ana, 'alert assign "Night watch" de1acmejump01'));
      story.fault(/: Slack post/, 'dies', 'the worker dies');
      await story.press('Confirm', ana, 'confirm', id);
      await story.toTheEnd();
    },
  },
  {
    name: '04-end-gets-503',
    title: 'An end whose attempt gets 503',
    summary: `An alert policy was created 58 minutes ago, with an end after an hour. The cloud API answers 503 to the attempt to
delete it, and may have done so all the same.`,
    async play(story) {
      await story.before(async () => {
        await confirmed(story, `${alert} ends=1h`);
        await story.pass(58 * minute);
        story.bot.cloud.control.fail({ route: '*', status: 503, changes: true });
      });
      await story.toTheEnd();
    },
  },
  {
    name: '05-extend-at-the-last-moment',
    title: 'Extend, ten seconds before the end',
    summary:
      'An alert policy ends in ten seconds, and the job of its end is queued. Ana extends it by two hours.',
    async play(story) {
      const extension = await story.before(async () => {
        const id = await confirmed(story, `${alert} ends=1h`);
        await story.pass(50 * minute);
        const previewed = await story.type(ana, `extend ${id} 2h`);
        await story.pass(10 * minute - 10 * second);
        return previewed;
      });
      await story.press('Confirm', ana, 'confirm', extension);
      await story.toTheEnd();
    },
  },
  {
    name: '06-all-or-nothing',
    title: 'Step 2 of an all-or-nothing plan fails',
    summary: 'The cloud API refuses step 2 of 3. Step 3 is not sent, and step 1 is undone.',
    async play(story) {
      const id = await story.before(() => story.type(ana, plan));
      story.bot.cloud.control.fail({ route: 'alertAssignments.*', status: 400, changes: true });
      await story.press('Confirm', ana, 'confirm', id);
      await story.toTheEnd();
    },
  },
  {
    name: '07-expires-while-slack-refuses',
    title: 'A request expires while Slack refuses to edit its card',
    summary: `A request was made 7 hours and 57 minutes ago, and nobody decides on it in its eight hours. Slack refuses each edit
of a message from now on.`,
    async play(story) {
      await story.before(async () => {
        await requested(story, opening);
        await story.pass(8 * hour - 3 * minute);
      });
      const refusal = new SlackRejection('channel_not_found');
      story.fault(/: Slack edit/, refusal, 'Slack refuses: channel_not_found', Number.POSITIVE_INFINITY);
      await story.toTheEnd();
    },
  },
  {
    name: '08-log-refuses-the-outcome',
    title: 'The audit log can’t be written when the outcome comes',
    summary: `The change is made, and its outcome is stored. For ten minutes the table refuses the entry *applied*, and nobody may
read an outcome that the log lacks.`,
    async play(story) {
      await approvedDuring(story, { ...logAway(10 * minute), calls: / log applied/ });
    },
  },
  {
    name: '09-suggestion-accepted',
    title: 'A suggestion is accepted after one vote',
    summary:
      'Cora approved a request that needs two. Ben suggests less, which Ana accepts with his approval.',
    async play(story) {
      const id = await story.before(async () => {
        const request = await requested(story, ssh);
        await story.vote(cora, request, 'approve');
        await story.pass(10 * second);
        return request;
      });
      await story.vote(ben, id, 'suggest', { source: '10.0.0.0/28' });
      await story.pass(second);
      const suggestion = story.bot.stateOf(id)?.suggestion?.id;
      await story.press('Accept and Open', ana, 'accept', `${id}.${suggestion}`);
      await story.toTheEnd();
    },
  },
  {
    name: '10-cancel-after-confirm',
    title: 'Cancel after Confirm',
    summary:
      'Ana confirms an alert policy in one window, and a second later cancels the same preview in another one.',
    async play(story) {
      const id = await story.before(() => story.type(ana, alert));
      await story.press('Confirm', ana, 'confirm', id);
      await story.pass(second);
      await story.press('Cancel', ana, 'cancel', id);
      await story.toTheEnd();
    },
  },
  ...outages([
    {
      name: '11-slack-away-at-an-approval',
      title: 'Slack is away for twenty minutes from an approval on',
      summary: 'Ben approves a policy, and from then on Slack takes no message for twenty minutes.',
      outage: slackAway(20 * minute),
    },
    {
      name: '12-table-away-at-an-approval',
      title: 'The table is away for twenty minutes while an approved change is applied',
      summary: 'Ben approves a policy. Once it is sent, nothing can be stored for twenty minutes.',
      outage: tableAway(20 * minute),
    },
    {
      name: '13-log-away-at-an-approval',
      title: 'The audit log is away for twenty minutes from an approval on',
      summary:
        'Ben approves a policy, and from then on nothing can be logged for twenty minutes. What is not logged does not start.',
      outage: logAway(20 * minute),
    },
    {
      name: '14-slack-away-for-a-day',
      title: 'Slack is away for a day from an approval on',
      summary: 'Ben approves a policy, and from then on Slack takes no message for a day.',
      outage: slackAway(day),
    },
    {
      name: '15-table-away-for-a-day',
      title: 'The table is away for a day while an approved change is applied',
      summary: 'Ben approves a policy. Once it is sent, nothing can be stored for a day.',
      outage: tableAway(day),
    },
    {
      name: '16-log-away-for-a-day',
      title: 'The audit log is away for a day from an approval on',
      summary: 'Ben approves a policy, and from then on nothing can be logged for a day.',
      outage: logAway(day),
    },
  ]),
];
