import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../local/slack/payload/json.ts';
import { sampleTeam } from '../../local/slack/workspace/sample-workspace.ts';
import {
  changes,
  click,
  freshSkydesk,
  idOn,
  interaction,
  markupIn,
  type Outcome,
  type SignedRequest,
  sendAtOnce,
  sendInTurn,
  slash,
  type TestSkydesk,
  text,
} from '../support/index.ts';
import { tries } from './seeds.ts';

const bot = await freshSkydesk();
let serial = 0;

/** Sends all at once, so that several receivers handle them at the same time. */
const deliver = (...requests: SignedRequest[]): Promise<Outcome> =>
  bot.outcomeOf(() => sendAtOnce(bot, requests), true);

/** Sends one after the other. */
const inTurn = (requests: SignedRequest[], later = false): Promise<Outcome> =>
  bot.outcomeOf(() => sendInTurn(bot, requests), later);

const press = (decision: string, on: string, person?: string, team?: string): SignedRequest =>
  click(bot, decision, on, person, team);
const decide = (metadata: JsonObject, decision: string, person: string): SignedRequest =>
  interaction(bot, {
    type: 'view_submission',
    user: { id: person, team_id: sampleTeam.id },
    trigger_id: String(++serial),
    view: {
      id: 'V0NONE',
      callback_id: 'review',
      private_metadata: JSON.stringify({ ...metadata, vote: decision }),
      blocks: [],
      state: {
        values: {
          comment: { comment: { value: 'Go' } },
        },
      },
    },
  });

const ids = [
  '0123456789abcdef0123456789abcdef',
  '../../change',
  'a#b',
  'change#a',
  '__proto__',
  '<!channel>',
  ' ',
  '\u0000',
  'x'.repeat(5000),
  '😀'.repeat(1000),
];

/** A private answer at most, and nothing else. */
function expectNothing(outcome: Outcome, ...people: string[]): void {
  expect(outcome.ack).toBe('ok');
  expect(changes(outcome)).toEqual([]);
  for (const { to, message } of outcome.said) {
    expect(people.map((person) => `only ${person}`)).toContain(to);
    expect(markupIn(message)).toEqual([]);
    expect(JSON.stringify(message)).toMatch(
      /[Nn]othing was changed|no longer (exists|pending|available)|Only the requester|Open it again|isn’t narrower|somebody else has to approve it/,
    );
  }
}

const decisions = ['confirm', 'cancel', 'withdraw', 'accept', 'undo'];
const votes = ['approve', 'reject', 'suggest', 'breakGlass'];

describe('an id that was never issued', () => {
  test.each(ids.map((id) => [id.slice(0, 40), id]))(
    '%j does nothing, whatever the decision',
    async (_, id) => {
      const outcome = await inTurn([
        ...decisions.map((action) => press(action, id)),
        ...votes.map((word) => decide({ change: id, channel: 'C0CLOUDOPS' }, word, 'U0BEN')),
      ]);
      expectNothing(outcome, 'ana', 'ben');
      expect(outcome.said).toHaveLength(decisions.length + votes.length);
    },
  );

  test('shows nothing in a review', async () => {
    const outcome = await inTurn(
      ids.map((id) => press('review', id)),
      true,
    );
    expectNothing(outcome, 'ana');
  });

  test('of another kind does nothing either', async () => {
    const { said } = await bot.type('ana', 'alert create "Disk 95" disk=95 to=ops@example.com');
    const confirm = idOn(said, 'confirm');
    for (const action of ['withdraw', 'accept', 'undo', 'review'])
      expectNothing(await deliver(press(action, confirm)), 'ana');
    expectNothing(
      await deliver(decide({ change: confirm, channel: 'C0CLOUDOPS' }, 'approve', 'U0BEN')),
      'ben',
    );
    expect(text(await bot.press('ana', 'decide:confirm'))).toContain('✅ Created alert policy Disk 95');
  });
});

const toAsk = 'firewall create de1 va1 source=10.1.0.0/24 destination=10.9.0.0/24 why="Nightly backup"';

/** Requests an approval, and waits for the picture of the card; resolves to the request's id. */
async function asked(on: TestSkydesk): Promise<string> {
  await on.type('ana', toAsk);
  return idOn((await on.press('ana', 'decide:confirm', { later: true })).said, 'review');
}

describe('a request for approval', () => {
  test('is approved by nobody who edits the metadata of a view to name it', async () => {
    const id = await asked(bot);
    const own = await deliver(decide({ change: id, channel: 'C0CLOUDOPS' }, 'approve', 'U0ANA'));
    expectNothing(own, 'ana');
    for (const person of ['U0GUS', 'U0SAM', 'U0NOBODY', 'USLACKBOT']) {
      const forged = await deliver(decide({ change: id, channel: 'C0CLOUDOPS' }, 'approve', person));
      expect(changes(forged)).toEqual([]);
      for (const { lines } of forged.said) expect(lines.join()).toMatch(/^❌ .*Nothing was changed\.$/);
    }
    const withdrawn = await deliver(press('withdraw', id, 'U0BEN'));
    expectNothing(withdrawn, 'ben');
    const elsewhere = await deliver(press('withdraw', id, 'U0ANA', 'T0OTHER'));
    expectNothing(elsewhere, 'ana');
    expect(text(await bot.press('ana', 'Withdraw'))).toContain('Withdrawn');
  });

  test('with one approval at many receivers at once is done once', async () => {
    const id = await asked(bot);
    const { seen } = await bot.stateOf(id);
    const vote = decide({ change: id, seen, channel: 'C0CLOUDOPS' }, 'approve', 'U0BEN');
    const outcome = await deliver(...Array.from({ length: tries(8) }, () => vote));
    expect(changes(outcome)).toHaveLength(1);
  });
});

test('a confirmed change at many receivers at once is made once', async () => {
  const { said } = await bot.type('ana', 'alert create "Disk 85" disk=85 to=ops@example.com');
  const id = idOn(said, 'confirm');
  const same = press('confirm', id);
  const presses = Array.from({ length: tries(4) }, () => press('confirm', id));
  const outcome = await deliver(same, same, same, same, ...presses);
  expect(changes(outcome)).toHaveLength(1);
  expect(outcome.said.filter(({ to }) => to === '#cloud-ops')).toHaveLength(1);
});

test('a command at many receivers at once is answered once', async () => {
  const command = slash(bot, 'alert list');
  const outcome = await deliver(...Array.from({ length: tries(5) }, () => command));
  expect(outcome.said).toHaveLength(1);
});
