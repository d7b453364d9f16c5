import { afterAll, beforeEach, expect } from 'vitest';
import type { LocalCloud } from '../../local/cloud/index.ts';
import type { MountableSlack } from '../../local/slack/index.ts';
import { asObject, asObjects } from '../../local/slack/payload/json.ts';
import { bundlesWith, removeBundles } from './bundles-with.ts';
import type { ChangeState } from './change-states.ts';
import { changesSent, outside } from './in-memory/local-cloud.ts';
import { type OpenOptions, openSkydesk } from './open-skydesk.ts';
import { eventIn, heard, idOf, type Outcome, written } from './outcome.ts';
import { quick } from './seeded.ts';
import { shownAs } from './shown.ts';
import { findIdOn, idOn, interaction, send } from './signed.ts';
import { storedOf } from './stored.ts';

/** The whole bot with everything around it: what people do with it, what comes of that, and how changes stand. */
export type TestSkydesk = Awaited<ReturnType<typeof startTestSkydesk>>;

export interface TestOptions extends OpenOptions {
  /** In place of the policy in the built bundles. */
  readonly policy?: object;
  /** The local cloud to which `service` leads. */
  readonly cloud?: LocalCloud;
}

/** One for all tests of a file, or of the `describe` around it. */
export async function skydeskOfFile(options: TestOptions = {}): Promise<TestSkydesk> {
  const skydesk = await startTestSkydesk(options);
  afterAll(skydesk.stop);
  return skydesk;
}

/** One for a file or a `describe`, which is as at the start before each of its tests. */
export async function freshSkydesk(options: TestOptions = {}): Promise<TestSkydesk> {
  const skydesk = await skydeskOfFile(options);
  beforeEach(skydesk.fresh);
  return skydesk;
}

/** `later`: wait for what the bot does later as well. */
interface Doing {
  readonly later?: boolean;
}
interface TypedIn extends Doing {
  readonly in?: string;
}
type Pressing = Doing & Parameters<MountableSlack['press']>[2];

/** How the acknowledgement of a request was judged. */
interface Ack {
  readonly ok: boolean;
  readonly error?: string;
}

export async function startTestSkydesk({ policy, cloud: own, ...options }: TestOptions = {}) {
  const log: string[] = [];
  const bundles = policy && (await bundlesWith(policy));
  const skydesk = await openSkydesk({
    ...options,
    ...(bundles && { bundles }),
    onLog(line) {
      log.push(line.text);
      options.onLog?.(line);
    },
  });
  const { cloud = own, slack, aws, settled } = skydesk;
  if (!cloud || !slack) throw new Error('Something local is missing');
  const stored = storedOf(aws);

  async function stateOf(id: string): Promise<ChangeState> {
    const found = await stored.change(id);
    if (!found) throw new Error(`There is no request ${id}`);
    return found;
  }

  async function doing(act: () => Promise<unknown>, delayed = false): Promise<void> {
    await act();
    await settled({ delayed });
  }

  /** Everything that came of what somebody did, once the bot is done with it. */
  const outcomeOf = async (act: () => Promise<Ack | undefined>, later = false): Promise<Outcome> => {
    const cursor = slack.cursor();
    const [before, logBefore] = [cloud.requests.length, log.length];
    const ack = await act();
    await settled({ delayed: later });
    const requests = cloud.requests.slice(before);
    return {
      said: slack
        .journal(cursor)
        .filter(({ kind }) => kind === 'message.posted' || kind === 'message.changed')
        .map(({ data }) => heard(asObject(data.message))),
      requests,
      asked: requests.map(written),
      logged: log.slice(logBefore).flatMap(eventIn),
      ack: ack?.error ?? (ack?.ok ? 'ok' : 'unheard'),
    };
  };

  /** What came of what somebody did, which Slack has to take. */
  const taken = (act: () => Promise<Ack | undefined>, later?: boolean): Promise<Outcome> =>
    outcomeOf(async () => {
      const ack = await act();
      expect(ack).toMatchObject({ ok: true });
      return ack;
    }, later);

  /** Deletes people's openings, with which the next ones would be evaluated together. */
  async function forgetOpenings(): Promise<void> {
    const opened = await Promise.all(people.map(({ name }) => stored.openings(idOf(name))));
    await Promise.all(opened.flat().map(({ key }) => stored.remove(key)));
  }

  /** Prevents the sweeper from removing the buttons of expired Undos. */
  async function forgetUndos(): Promise<void> {
    const ever = await stored.waiting(Number.POSITIVE_INFINITY);
    const offering = ever.filter(({ lacks }) => lacks.every((lack) => lack === 'button'));
    await stored.forget(offering.map(({ id }) => id));
  }

  const bot = {
    ...skydesk,
    cloud,
    slack,
    /** What its table has. */
    stored,
    /** The folder of the bundles that hold another policy; undefined where there is none. */
    bundles,
    /** Returns the state of a request. @throws Error if there is none with this id */
    stateOf,
    /** What is open, approved or running, or of which something is still to be delivered, without what comes due by the clock. */
    waiting: () => stored.waiting(0),
    doing,

    /** Lets time pass for all parts, in milliseconds. The sweeper runs every half hour, and its effects are awaited. */
    pass: (ms: number) => doing(async () => skydesk.time?.pass(ms, 30 * 60_000), true),

    outcomeOf,
    /** Returns the messages that appeared or changed for one person, each as a line of JSON. */
    async seenBy(person: string, act: () => Promise<unknown>, later = false): Promise<string> {
      const cursor = slack.cursor();
      await doing(act, later);
      return slack
        .journal(cursor)
        .filter(({ kind, audience }) => kind.startsWith('message.') && audience?.includes(idOf(person)))
        .map(({ data }) => JSON.stringify(data.message))
        .join('\n');
    },

    /** Types `/cloud` and a line. */
    type: (person: string, line: string, { in: channel = 'cloud-ops', later }: TypedIn = {}) =>
      taken(() => slack.type(person, channel, `/cloud ${line}`), later),
    /** Presses the newest button with this text or action. */
    press: (person: string, button: string, { later, ...where }: Pressing = {}) =>
      taken(() => slack.press(person, button, where), later),

    /** Types a command and confirms the change. Resolves to the id of the request. */
    async ask(person: string, line: string): Promise<string> {
      // A reply in the thread of a card may come meanwhile: its picture.
      const cards = (): number =>
        slack.sees('ben', 'approvals').filter(({ threadTs }) => threadTs === undefined).length;
      const before = cards();
      await bot.type(person, line);
      await bot.press(person, 'decide:confirm');
      expect(cards(), bot.last(person)).toBe(before + 1);
      return bot.newest();
    },

    /** Returns the id on the newest card. */
    newest: (): string =>
      idOn(
        slack.sees('ben', 'approvals').findLast((message) => findIdOn(message, 'review')),
        'review',
      ),

    /** Returns the current text of the card. Throws unless there is exactly one. */
    async card(id: string): Promise<string> {
      const { cards } = await stateOf(id);
      expect(cards).toHaveLength(1);
      const message = slack.sees('ben', 'approvals').find(({ ts }) => ts === cards[0]?.ts);
      return shownAs(message);
    },

    /** Opens the review modal from the card. */
    async review(person: string, id: string): Promise<string> {
      const ts = (await stateOf(id)).cards[0]?.ts ?? '';
      await slack.dismiss(person, true);
      await bot.press(person, 'Review', { ts });
      return bot.modal(person);
    },
    modal: (person: string): string => JSON.stringify(slack.views(person).at(-1)?.blocks ?? []),
    /** Whether the top modal lets the person decide. */
    canDecide: (person: string): boolean =>
      asObjects(slack.views(person).at(-1)?.blocks).some(({ type }) => type === 'input'),
    submit: (person: string, values: Record<string, string> = {}) => slack.submit(person, values),

    /** Makes a decision: opens the modal, switches to the decision's form, fills and submits it. */
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

    /** Sends the signed submission of a modal without opening one. Resolves when it is acknowledged. */
    async post(person: string, id: string, vote: string, comment = '', suggestion?: string): Promise<number> {
      const seen = (await stored.change(id))?.seen;
      const payload = {
        type: 'view_submission',
        user: { id: person, name: person, username: person, team_id: 'T0SKYDESK' },
        team: { id: 'T0SKYDESK', domain: 'acme' },
        api_app_id: 'A0SKYDESK',
        view: {
          id: `V${person}`,
          type: 'modal',
          callback_id: 'review',
          private_metadata: JSON.stringify({ change: id, channel: 'C0APPROVALS', seen, suggestion, vote }),
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

    /** Returns the newest message that the person sees, as text. */
    last: (person: string, channel?: string): string => shownAs(slack.sees(person, channel).at(-1)),
    /** Returns the newest ephemeral message for this person. */
    whispered: (person: string): string =>
      shownAs(
        slack
          .sees(person)
          .filter(({ onlyFor }) => onlyFor === idOf(person))
          .at(-1),
      ),

    /** Returns the changes that were sent to the service, as "DELETE /path". */
    changes: (): string[] => changesSent(cloud.requests),

    /** Returns the audit log entries of a request, oldest first, with the people who caused them. */
    async ledger(id: string): Promise<string[]> {
      return (await stored.log())
        .filter(({ request }) => request === id)
        .map(({ event, person, note }) => `${event} ${person}${note ? `: ${note}` : ''}`);
    },

    async stop(): Promise<void> {
      await skydesk.close();
      if (bundles) await removeBundles(bundles);
    },

    /** Restores the initial state. Of the table, resets only the openings and the offered Undos. */
    async fresh(): Promise<void> {
      aws.faults.clear();
      slack.clearFaults();
      cloud.control.reset();
      cloud.control.set(quick);
      await Promise.all(people.map(({ name }) => slack.dismiss(name, true)));
      await forgetOpenings();
      // Otherwise the sweeper would edit the messages of earlier tests.
      await forgetUndos();
    },
  };
  return bot;
}

const people = ['ana', 'ben', 'cora', 'vic'].map((name) => ({ name }));

/** Creates a client that changes the service without the bot. */
export const intruder = (cloud: Pick<LocalCloud, 'quietUrl'>) => outside(cloud);

/** Returns the seeded ids of the policies between data centers from DE1. */
export const rulesFrom = ({ control }: LocalCloud, dataCenter = 'de1'): string[] =>
  control
    .state()
    .crossFirewalls.filter(({ sourceLocation }) => sourceLocation === dataCenter)
    .map(({ id }) => id);
