import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect } from 'vitest';
import type { LocalCloud } from '../../local/cloud/index.ts';
import { dist } from '../../local/deploy-functions.ts';
import type { SkydeskOptions } from '../../local/skydesk.ts';
import type { MountableSlack } from '../../local/slack/index.ts';
import { asObjects } from '../../local/slack/payload/json.ts';
import { withPolicy } from '../../scripts/build.ts';
import { openingKey, openingsIn } from '../../src/aws/sdk/opening-store.ts';
import { ownTable, tableClient } from '../unit/local/aws/local-aws.ts';
import { changesSent, connected } from '../unit/local-cloud.ts';
import { auditLog } from './audit-log.ts';
import { idOf, quick } from './bot.ts';
import type { ChangeState } from './change-states.ts';
import { type OpenOptions, openSkydesk } from './open-skydesk.ts';
import { shownAs } from './shown.ts';
import { findIdOn, idOn, interaction, send } from './signed.ts';
import { storedChanges } from './stored-changes.ts';

/** A bot with everything around it, and what the tests of approvals do with it and look at. */
export type TestSkydesk = Awaited<ReturnType<typeof startTestSkydesk>>;

/** The policy as a built bundle holds it. */
const held = /JSON\.parse\((['"`])\{"people":.*?\1\)/g;

/** The built bundles with another policy in place of theirs, so that they need not be built again; resolves to where they are. */
export async function bundlesWith(policy: object): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'skydesk-'));
  const policyFile = path.join(folder, 'policy.json');
  await writeFile(policyFile, JSON.stringify(policy));
  const { bundledPolicyJson } = await withPolicy(policyFile);
  const bundles = path.join(folder, 'bundles');
  await cp(dist, bundles, { recursive: true, filter: (from) => from === dist || path.extname(from) !== '' });
  for (const name of ['worker', 'sweeper', 'mcp']) {
    const file = path.join(bundles, `${name}.js`);
    const text = await readFile(file, 'utf8');
    expect(text.match(held), name).toHaveLength(1);
    await writeFile(
      file,
      text.replace(held, () => `JSON.parse(${bundledPolicyJson})`),
    );
  }
  return bundles;
}

export const removeBundles = (dist: string): Promise<void> =>
  rm(path.dirname(dist), { recursive: true, force: true });

/** One for all tests of a file; with another policy if one is given. */
export async function skydeskOfFile({
  policy,
  ...options
}: OpenOptions & { readonly policy?: object } = {}): Promise<TestSkydesk> {
  const bundles = policy && (await bundlesWith(policy));
  const skydesk = await startTestSkydesk({ ...options, ...(bundles && { bundles }) });
  afterAll(async () => {
    await skydesk.stop();
    if (bundles) await removeBundles(bundles);
  });
  return skydesk;
}

export async function startTestSkydesk(options: SkydeskOptions = {}) {
  const skydesk = await openSkydesk(options);
  const { cloud, slack, aws, settled } = skydesk;
  if (!cloud || !slack) throw new Error('Something local is missing');
  const table = tableClient(aws);
  const stored = storedChanges(aws, table);

  async function stateOf(id: string): Promise<ChangeState> {
    const found = await stored.find(id);
    if (!found) throw new Error(`There is no request ${id}`);
    return found;
  }

  async function doing(act: () => Promise<unknown>, delayed = false): Promise<void> {
    await act();
    await settled({ delayed });
  }

  /** Deletes what people opened, which the next openings would be judged together with. */
  async function forgetOpenings(): Promise<void> {
    const own = ownTable(aws);
    const opened = await Promise.all(people.map(({ name }) => openingsIn(own).since(idOf(name), 0)));
    await Promise.all(
      opened.flat().map((opening) => own.transact([{ Delete: { Key: openingKey(opening) } }])),
    );
  }

  const bot = {
    ...skydesk,
    cloud,
    slack,
    table,
    /** How a request stands. @throws Error if there is none with this id */
    stateOf,
    /** How a request stands; undefined if there is none with this id. */
    findState: stored.find,
    /** How every change stands that there ever was. */
    allStates: stored.all,
    /** How those stand that are open, approved or running, or of which something is still to be told. */
    waiting: stored.waiting,
    /** Withdraws these requests, and tells nobody. */
    forget: stored.forget,
    doing,

    /** Lets so many milliseconds pass for everything: the sweeper runs every half hour, and what it brings is done. */
    pass: (ms: number) => doing(async () => skydesk.time?.pass(ms, 30 * 60_000), true),

    type: (person: string, line: string) =>
      doing(async () =>
        expect(await slack.type(person, 'cloud-ops', `/cloud ${line}`)).toMatchObject({ ok: true }),
      ),
    press: (person: string, button: string, where: Parameters<MountableSlack['press']>[2] = {}) =>
      doing(async () => expect(await slack.press(person, button, where)).toMatchObject({ ok: true })),

    /** Asks for a change in one line and confirms it; the id of the request. */
    async ask(person: string, line: string): Promise<string> {
      const cards = (): number => slack.sees('ben', 'approvals').length;
      const before = cards();
      await bot.type(person, line);
      await bot.press(person, 'decide:confirm');
      expect(cards(), bot.last(person)).toBe(before + 1);
      return bot.newest();
    },

    /** The id on the newest card. */
    newest: (): string =>
      idOn(
        slack.sees('ben', 'approvals').findLast((message) => findIdOn(message, 'review')),
        'review',
      ),

    /** What the card says now; it throws when there is not exactly one. */
    async card(id: string): Promise<string> {
      const { cards } = await stateOf(id);
      expect(cards).toHaveLength(1);
      const message = slack.sees('ben', 'approvals').find(({ ts }) => ts === cards[0]?.ts);
      return shownAs(message);
    },

    /** Opens the modal from the card. */
    async review(person: string, id: string): Promise<string> {
      const ts = (await stateOf(id)).cards[0]?.ts ?? '';
      await slack.dismiss(person, true);
      await bot.press(person, 'Review', { ts });
      return bot.modal(person);
    },
    modal: (person: string): string => JSON.stringify(slack.views(person).at(-1)?.blocks ?? []),
    /** Whether the modal on top lets the person decide. */
    canDecide: (person: string): boolean =>
      asObjects(slack.views(person).at(-1)?.blocks).some(({ type }) => type === 'input'),
    submit: (person: string, values: Record<string, string> = {}) => slack.submit(person, values),

    /** The whole way of a decision: the modal opened, turned into the form of the decision, filled and sent. */
    async decide(
      person: string,
      id: string,
      decision: 'Approve' | 'Reject' | 'Suggest Changes',
      values: Record<string, string> = {},
    ) {
      await bot.review(person, id);
      if (decision !== 'Approve') await bot.press(person, `${decision}…`);
      await doing(async () => expect(await bot.submit(person, values)).toMatchObject({ errors: {} }));
    },

    /** Sends what a submitted modal sends, signed, without any modal; resolves when it is acknowledged. */
    async post(person: string, id: string, vote: string, comment = '', suggestion?: string): Promise<number> {
      const payload = {
        type: 'view_submission',
        user: { id: person, name: person, username: person, team_id: 'T0SKYDESK' },
        team: { id: 'T0SKYDESK', domain: 'acme' },
        api_app_id: 'A0SKYDESK',
        view: {
          id: `V${person}`,
          type: 'modal',
          callback_id: 'review',
          private_metadata: JSON.stringify({ change: id, channel: 'C0APPROVALS', suggestion, vote }),
          blocks: [],
          state: {
            values: {
              comment: { comment: { type: 'plain_text_input', value: comment || null } },
            },
          },
        },
      };
      return (await send(skydesk, interaction(skydesk, payload))).status;
    },

    /** The newest message that the person sees, as text. */
    last: (person: string, channel?: string): string => shownAs(slack.sees(person, channel).at(-1)),
    /** What only this person was told last. */
    whispered: (person: string): string =>
      shownAs(
        slack
          .sees(person)
          .filter(({ onlyFor }) => onlyFor === idOf(person))
          .at(-1),
      ),

    /** The changes that the service was asked for, as "DELETE /path". */
    changes: (): string[] => changesSent(cloud.requests),

    /** The events on record about one request, oldest first, with who caused them. */
    async ledger(id: string): Promise<string[]> {
      return (await auditLog(aws))
        .filter(({ request }) => request === id)
        .map(({ event, person, note }) => `${event} ${person}${note ? `: ${note}` : ''}`);
    },

    async stop(): Promise<void> {
      table.destroy();
      await skydesk.close();
    },

    /** Everything as at the start, but of the table only what people opened, and which Undos are offered. */
    async fresh(): Promise<void> {
      aws.faults.clear();
      slack.clearFaults();
      cloud.control.reset();
      cloud.control.set(quick);
      for (const { name } of people) await slack.dismiss(name, true);
      await forgetOpenings();
      // The sweeper would edit the messages of earlier tests.
      await stored.forgetUndos();
    },
  };
  return bot;
}

const people = ['ana', 'ben', 'cora', 'vic'].map((name) => ({ name }));

/** A client that changes the service without the bot. */
export const intruder = (cloud: Pick<LocalCloud, 'url'>) => connected(cloud).account('ACME');

/** The ids of the rules between data centers from DE1, as seeded. */
export const rulesFrom = ({ control }: LocalCloud, dataCenter = 'de1'): string[] =>
  control
    .state()
    .crossFirewalls.filter(({ sourceLocation }) => sourceLocation === dataCenter)
    .map(({ id }) => id);
