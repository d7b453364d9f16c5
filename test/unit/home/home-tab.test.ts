import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { StoredEntry } from '../../../src/change/model/audit-log.ts';
import type { Change } from '../../../src/change/model/change.ts';
import { CloudApiError, type Invoice } from '../../../src/cloud/index.ts';
import { processJob } from '../../../src/jobs/process-job.ts';
import { homeAfter } from '../../../src/jobs/refresh-homes.ts';
import type { HomeOpened, Job } from '../../../src/queue/job.ts';
import type { Result } from '../../../src/queue/result.ts';
import { notConnected } from '../../support/in-memory/local-cloud.ts';
import { memory, words } from '../../support/in-memory/memory.ts';
import { commandOf } from '../../support/made/changes.ts';
import { storedEntry } from '../../support/made/log-entries.ts';
import { refsOf, request } from '../../support/made/requests.ts';

const replyTo = { channel: 'U1', person: 'U1' };
const opened: HomeOpened = { kind: 'home', id: 'j1', team: 'T1', replyTo, answered: false };

const login = { accountAlias: 'ACME', userName: 'u', locationAlias: 'DE1', roles: [] };
const kept = storedEntry({ person: 'U2', request: 'r1' });
const waits: Change = request({ requester: 'U2', expires: Date.UTC(2027, 0) }, { title: 'open the way' });

const invoice: Invoice = {
  id: 'i1',
  accountAlias: 'ACME',
  pricingAccountAlias: 'ACME',
  totalAmount: 12.5,
  invoiceDate: '2026-12-01T00:00:00Z',
  lineItems: [],
};

const away = () => Promise.reject(new Error('secret words of the table'));
const never = () => new Promise<never>(() => {});

type Ports = NonNullable<Parameters<typeof memory>[0]>;

/** All sources, with one thing of each kind. */
function setUp(ports: Ports = {}) {
  const account = (alias: string) => ({
    ...notConnected.account(alias),
    invoices: { get: async () => invoice },
  });
  const { deps, said, logged } = memory({
    ...ports,
    service: { login: async () => login, account, ...ports.service },
    changes: { waiting: async () => refsOf(waits), get: async () => waits, ...ports.changes },
    auditLog: { read: async () => ({ entries: [kept] }), ...ports.auditLog },
  });
  return {
    logged,
    async home(job: HomeOpened = opened): Promise<string> {
      await processJob(job, 1000, deps);
      expect(said.map(({ kind }) => kind)).toEqual(['home']);
      return words(said[0]?.answer);
    },
  };
}

const sections = {
  requests: 'open the way',
  changes: 'delete x',
  cost: '$12.50 in November 2026 so far',
} as const;

const refusing = (kind: CloudApiError['kind']) => () =>
  Promise.reject(new CloudApiError(kind, { method: 'POST', path: '/login' }));

const invoices = (kind: CloudApiError['kind']): Ports => ({
  service: { account: (alias) => ({ ...notConnected.account(alias), invoices: { get: refusing(kind) } }) },
});
const { policy, members } = memory().deps;

const retry = (command: string) =>
  `Skydesk couldn’t load this. Refresh in a minute. Or run ${command} in a channel.`;
const noUndo: Ports = { changes: { get: async (id) => (id === 'r1' ? away() : waits) } };
const noLogin: Ports = { service: { login: refusing('bad-credentials') } };
const badInvoice = 'The cloud API returned an error. Try again in a minute. Or run invoice in a channel.';

test.each<[string, Ports, there: string, says: string]>([
  ['with all of them', {}, 'requests changes cost', ''],
  ['without the requests', { changes: { waiting: away } }, 'changes cost', retry('approvals')],
  ['without the audit log', { auditLog: { read: away } }, 'requests cost', retry('history')],
  ['without an Undo', noUndo, 'requests cost', retry('history')],
  ['of no invoice', invoices('not-found'), 'requests changes', 'No estimate for November 2026 yet.'],
  ['without the invoice', invoices('service-error'), 'requests changes', badInvoice],
  ['without a login', noLogin, 'requests', 'The cloud API rejected Skydesk’s username or password.'],
])('each section stands by itself, %s', async (_, more, there, says) => {
  const { home, logged } = setUp(more);
  const page = await home();
  const shown = Object.entries(sections).flatMap(([name, text]) => (page.includes(text) ? [name] : []));
  expect(shown.join(' ')).toBe(there);
  expect(page).toContain(says);
  expect(page).toContain('Refresh');
  expect(page + logged.join()).not.toContain('secret words');
});

describe.each([
  ['that wait for this person', 'U2'],
  ['of this person', 'U1'],
])('requests %s', (_, requester) => {
  const homeWith = (...all: readonly Change[]) =>
    setUp({
      changes: { waiting: async () => refsOf(...all), get: async (id) => all.find((one) => one.id === id) },
    }).home();

  test('say through what they were requested', async () => {
    expect(await homeWith({ ...waits, requester, through: 'Slackbot' })).toMatch(
      / through Slackbot|Slackbot requested in your name/,
    );
  });

  test('are those that expire soonest, if there are many; the others are counted', async () => {
    const many = Array.from({ length: 9 }, (_, at) => request({ ...waits, id: `a${at}`, requester }));
    const page = await homeWith(...many);
    expect(page.split(sections.requests)).toHaveLength(7);
    expect(page).toContain('3 more requests: those that expire soonest are shown.Show All');
  });
});

test('a source that never responds is waited for for a few seconds, and the rest is shown', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const page = setUp({ service: { login: never }, auditLog: { read: never } }).home();
  await vi.advanceTimersByTimeAsync(7000);
  expect(await page).toContain('Loading this took too long. Refresh in a minute.');
  expect(await page).toContain(sections.requests);
});

const readers = (read: string[], accounts = {}): Ports => ({
  policy: { ...policy, people: { read, change: [], approve: [] }, accounts },
});
const ofOneAccount = readers([], { ACME: { change: ['U1'], production: false } });
const refused: Ports = {
  members: { ...members, check: async () => ({ refused: 'Guests can’t use Skydesk.' }) },
};
const undoable = request(
  { id: 'r1', status: 'done' },
  {
    outcome: {
      ...{ kind: 'done', answer: [], job: 'j1' },
      undo: {
        ...commandOf('alert delete x'),
        subject: { kind: 'alert policy', id: 'x' },
        state: '',
        expires: Date.UTC(2100, 0),
      },
    },
  },
);
const offered: Ports = { changes: { get: async () => undoable } };
const endedAs = (event: StoredEntry['event']): Ports => ({
  ...offered,
  auditLog: { read: async () => ({ entries: [{ ...kept, event }] }) },
});
const all = Object.values(sections);

const noChanger = { ...policy, people: { ...policy.people, change: ['U2'] } };
const unknownAccount: Ports = { ...ofOneAccount, service: { login: refusing('unreachable') } };
const create = 'Create Alert Policy';

test.each<[string, Ports, shows: readonly string[], hides: readonly string[]]>([
  ['all others see nothing', readers(['U9']), ['You don’t have permission to view ACME.', 'Ask U9.'], all],
  ['a person who may change only this account may view it', ofOneAccount, [sections.changes], []],
  [
    'while the account is unknown, they may not, and read why',
    unknownAccount,
    ['You don’t have permission to view this account.', 'Skydesk couldn’t reach the cloud API. Try again'],
    [sections.requests],
  ],
  ['a person who may change nothing gets no button to create', readers(['U1']), [sections.changes], [create]],
  ['a person who may change gets a button to create, and no Undo if there is none', {}, [create], ['Undo']],
  ['a guest reads why they see nothing', refused, ['Guests can’t use Skydesk.'], all],
  [
    'a workspace other than the one in the policy is not served',
    { policy: { ...policy, workspace: 'T9' } },
    ['Skydesk isn’t set up for this workspace.'],
    all,
  ],
  [
    'channels for commands leave the tab open, but its buttons run nothing',
    { policy: { ...policy, channels: ['C9'] } },
    [sections.changes, 'Review'],
    [create, 'View Audit Log', 'Show Trend'],
  ],
  ['an Undo is shown while it is available', offered, ['Undo'], []],
  [
    'not to whom the policy lets change nothing',
    { ...offered, policy: noChanger },
    [sections.changes],
    ['Undo'],
  ],
  ['a started change has no Undo', endedAs('started'), [], ['Undo']],
  ['a failed change has no Undo', endedAs('failed'), [], ['Undo']],
  ['a change with an unknown outcome has no Undo', endedAs('unknown'), [], ['Undo']],
])('%s', async (_, more, shows, hides) => {
  const page = await setUp(more).home();
  expect(shows.filter((text) => !page.includes(text))).toEqual([]);
  expect(hides.filter((text) => page.includes(text))).toEqual([]);
});

describe('the first visit', () => {
  async function visited(isFirst: () => Promise<boolean>, job = opened, ports: Ports = {}) {
    const visitors = { isFirst, has: async () => true };
    const { deps, said, delivered, logged } = memory({ visitors, ...ports });
    await processJob(job, 1000, deps, { received: 9, isLast: true });
    return { said, delivered, logged, kinds: said.map(({ kind }) => kind), welcome: words(said[1]?.answer) };
  }

  test('shows what to start with, and sends a welcome after the tab', async () => {
    const { said, kinds, welcome } = await visited(async () => true);
    expect(kinds).toEqual(['home', 'send']);
    for (const { answer } of said) expect(words(answer)).toContain('List Alert Policies');
    expect(welcome).toContain('Welcome to Skydesk');
  });

  test.each<[string, () => Promise<boolean>, HomeOpened]>([
    ['a later visit', async () => false, opened],
    ['a refresh after a click', async () => true, { ...opened, answered: true }],
    ['a refresh caused by somebody else', async () => true, { ...opened, unasked: true }],
    ['a visit that could not be stored', away, opened],
  ])('%s sends none', async (_, isFirst, job) => {
    expect((await visited(isFirst, job)).kinds).toEqual(['home']);
  });

  test('the welcome has no buttons if commands are limited to channels', async () => {
    const { welcome } = await visited(async () => true, opened, { policy: { ...policy, channels: ['C9'] } });
    expect(welcome).not.toContain('List Alert Policies');
  });

  test.each<[string, Ports]>([
    ['who never opened it', { visitors: { isFirst: async () => true, has: async () => false } }],
    ['who can’t use Skydesk', refused],
    ['whose visits can’t be read', { visitors: { isFirst: async () => true, has: away } }],
  ])('the tab of a person %s is not refreshed when others do something', async (_, more) => {
    const unasked = { ...opened, unasked: true };
    expect((await visited(async () => true, unasked, more)).said).toEqual([]);
  });

  test('a direct message that Slack refuses is dropped, so that the tab is not rendered again', async () => {
    const { kinds, delivered, logged } = await visited(async () => true, opened, {
      messenger: { send: away },
    });
    expect([kinds, delivered]).toEqual([['home'], ['j1']]);
    expect(logged.join()).toContain('welcome not sent');
  });
});

describe('the tab is refreshed', () => {
  const whisper: Result = { deliveries: [{ kind: 'ephemeral', answer: [] }] };
  const pressed = { id: 'j2', team: 'T1', replyTo };
  const command: Job = { ...pressed, kind: 'help', words: [] };
  const execute: Job = { ...pressed, kind: 'execute', change: 'a1', index: 0 };
  const creation = { operation: 'alert.create', raw: {}, problems: [] };
  const form: Job = { ...pressed, kind: 'command', ...creation, view: { external: 'v' } };
  const preview = { kind: 'preview', answer: [] } as const;
  const again = { kind: 'home', id: 'j2:home', team: 'T1', replyTo, answered: true };

  test.each<[string, Job, Result, object | undefined]>([
    ['after a click on it and the answer', command, whisper, again],
    ['after a vote, which the card shows', command, { deliveries: [] }, { ...again, answered: false }],
    ['not after a view was filled', command, { deliveries: [{ kind: 'home', answer: [] }] }, undefined],
    ['not while a preview is on top of a form', form, { deliveries: [preview] }, undefined],
    ['not after it was rendered', opened, { deliveries: [{ kind: 'home', answer: [] }] }, undefined],
    ['not after a typed command', { ...command, replyTo: { ...replyTo, channel: 'C1' } }, whisper, undefined],
    ['not after background work', execute, whisper, undefined],
  ])('%s', (_, job, result, expected) => {
    expect(homeAfter(job, result)).toEqual(expected);
  });

  test('and says where the answer is', async () => {
    expect(await setUp().home({ ...opened, answered: true })).toContain('Sent to your Messages tab.');
  });

  test('the answer is posted once even if the refresh can’t be queued', async () => {
    const { deps, said, delivered, logged } = memory();
    await processJob(command, 1000, { ...deps, queue: { send: away } });
    expect(said).toHaveLength(1);
    expect(delivered).toEqual(['j2']);
    expect(logged.join()).toContain('home not refreshed');
  });
});

test('a change shows how it was requested, even behind many calls of agents', async () => {
  const calls = Array.from(
    { length: 200 },
    (_, at): StoredEntry => ({ ...kept, event: 'called', seq: 201 - at }),
  );
  const log = [...calls, { ...kept, through: 'Slackbot' }];
  const page = await setUp({
    auditLog: {
      async read({ before = 300, limit }) {
        const entries = log.filter(({ seq }) => seq < before).slice(0, limit);
        const last = entries.at(-1);
        return { entries, ...(last && last.seq > 1 && { older: last.seq }) };
      },
    },
  }).home();
  expect(page).toContain('delete x');
  expect(page).toContain(' through Slackbot');
});
