import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { StoredEntry } from '../../../src/change/model/audit-log.ts';
import type { Change } from '../../../src/change/model/change.ts';
import { CloudApiError, type Invoice } from '../../../src/cloud/index.ts';
import { homeAfter } from '../../../src/home/home-tab.ts';
import type { WorkerDependencies } from '../../../src/jobs/process-job.ts';
import { processJob } from '../../../src/jobs/process-job.ts';
import type { HomeOpened, Job } from '../../../src/queue/job.ts';
import type { Result } from '../../../src/queue/result.ts';
import { commandOf } from '../changes.ts';
import { memory, words } from '../memory.ts';
import { refsOf, request } from '../requests.ts';

const replyTo = { channel: 'U1', person: 'U1' };
const opened: HomeOpened = { kind: 'home', id: 'j1', team: 'T1', replyTo, answered: false };

const login = { accountAlias: 'ACME', userName: 'u', locationAlias: 'DE1', roles: [] };
const kept: StoredEntry = {
  account: 'ACME',
  at: 0,
  event: 'applied',
  person: 'U2',
  operation: 'alert.delete',
  title: 'delete x',
  targets: [],
  request: 'r1',
  seq: 1,
  hash: '',
  previous: '',
};
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

/** Everything there, and one thing of each kind to be seen. */
function setUp(more: (deps: WorkerDependencies) => Partial<WorkerDependencies> = () => ({})) {
  const { deps, said, logged } = memory();
  const whole: WorkerDependencies = {
    ...deps,
    service: {
      ...deps.service,
      login: async () => login,
      account: (alias) => ({ ...deps.service.account(alias), invoices: { get: async () => invoice } }),
    },
    changes: { ...deps.changes, waiting: async () => refsOf(waits), get: async () => waits },
    auditLog: { ...deps.auditLog, read: async () => ({ entries: [kept] }) },
  };
  const made = { ...whole, ...more(whole) };
  return {
    logged,
    async home(job: HomeOpened = opened): Promise<string> {
      await processJob(job, 1000, made);
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

const invoices =
  (kind: CloudApiError['kind']) =>
  ({ service }: WorkerDependencies): Partial<WorkerDependencies> => {
    const account = (alias: string) => ({ ...service.account(alias), invoices: { get: refusing(kind) } });
    return { service: { ...service, account } };
  };

test.each<
  [
    string,
    (deps: WorkerDependencies) => Partial<WorkerDependencies>,
    readonly (keyof typeof sections)[],
    string,
  ]
>([
  ['with everything there', () => ({}), ['requests', 'changes', 'cost'], ''],
  [
    'without the requests',
    ({ changes }) => ({ changes: { ...changes, waiting: away } }),
    ['changes', 'cost'],
    'Skydesk couldn’t load this. Refresh in a minute. Or run approvals in a channel.',
  ],
  [
    'without the audit log',
    ({ auditLog }) => ({ auditLog: { ...auditLog, read: away } }),
    ['requests', 'cost'],
    'Skydesk couldn’t load this. Refresh in a minute. Or run history in a channel.',
  ],
  [
    'without what could be undone',
    ({ changes }) => ({
      changes: { ...changes, get: (id) => (id === 'r1' ? away() : changes.get(id)) },
    }),
    ['requests', 'cost'],
    'Skydesk couldn’t load this. Refresh in a minute. Or run history in a channel.',
  ],
  [
    'of a month without an invoice',
    invoices('not-found'),
    ['requests', 'changes'],
    'No estimate for November 2026 yet.',
  ],
  [
    'without the invoice',
    invoices('service-error'),
    ['requests', 'changes'],
    'The cloud API returned an error. Try again in a minute. Or run invoice in a channel.',
  ],
  [
    'without a login',
    ({ service }) => ({ service: { ...service, login: refusing('bad-credentials') } }),
    ['requests'],
    'The cloud API rejected Skydesk’s username or password.',
  ],
])('each section stands by itself %s', async (_, more, there, says) => {
  const { home, logged } = setUp(more);
  const page = await home();
  const shown = Object.entries(sections).flatMap(([name, text]) => (page.includes(text) ? [name] : []));
  expect(shown).toEqual(there);
  expect(page).toContain(says);
  expect(page).toContain('Refresh');
  expect(page + logged.join()).not.toContain('secret words');
});

test.each([
  ['that waits for this person', 'U2'],
  ['of this person', 'U1'],
])('a request %s says through what it was requested', async (_, requester) => {
  const asked: Change = { ...waits, requester, through: 'Slackbot' };
  const page = await setUp(({ changes }) => ({
    changes: { ...changes, waiting: async () => refsOf(asked), get: async () => asked },
  })).home();
  expect(page).toContain(' through Slackbot');
});

test.each([
  ['that wait for this person', 'U2'],
  ['of this person', 'U1'],
])('of many requests %s those that expire soonest are shown, the others counted', async (_, requester) => {
  const many = Array.from({ length: 9 }, (_, at) => request({ ...waits, id: `a${at}`, requester }));
  const page = await setUp(({ changes }) => ({
    changes: {
      ...changes,
      waiting: async () => refsOf(...many),
      get: async (id) => many.find((one) => one.id === id),
    },
  })).home();
  expect(page.split(sections.requests)).toHaveLength(7);
  expect(page).toContain('3 more requests: those that expire soonest are shown.Show All');
});

describe('what never answers', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('is waited for a few seconds, and the rest is shown', async () => {
    const { home } = setUp(({ service, auditLog }) => ({
      service: { ...service, login: never },
      auditLog: { ...auditLog, read: never },
    }));
    const page = home();
    await vi.advanceTimersByTimeAsync(7000);
    expect(await page).toContain('Loading this took too long. Refresh in a minute.');
    expect(await page).toContain(sections.requests);
  });
});

describe('who may look', () => {
  const readers =
    (read: string[], accounts = {}) =>
    (deps: WorkerDependencies) => ({
      policy: { ...deps.policy, people: { read, change: [], approve: [] }, accounts },
    });

  test('nobody else sees anything', async () => {
    const page = await setUp(readers(['U9'])).home();
    expect(page).toContain('You don’t have permission to view ACME.');
    expect(page).toContain('Ask U9.');
    for (const text of Object.values(sections)) expect(page).not.toContain(text);
  });

  test('a person who may change in this one account may look', async () => {
    const page = await setUp(readers([], { ACME: { change: ['U1'], production: false } })).home();
    expect(page).toContain(sections.changes);
  });

  test('while nobody knows which account it is, they may not, and read why', async () => {
    const page = await setUp((deps) => ({
      ...readers([], { ACME: { change: ['U1'], production: false } })(deps),
      service: { ...deps.service, login: refusing('unreachable') },
    })).home();
    expect(page).toContain('You don’t have permission to view this account.');
    expect(page).toContain('Skydesk couldn’t reach the cloud API. Try again in a minute.');
    expect(page).not.toContain(sections.requests);
  });

  test('who may change nothing is offered nothing to create', async () => {
    const page = await setUp(readers(['U1'])).home();
    expect(page).toContain(sections.changes);
    expect(page).not.toContain('Create Alert Policy');
    expect(await setUp().home()).toContain('Create Alert Policy');
  });

  test('a guest sees why, and nothing else', async () => {
    const check = async () => ({ refused: 'Guests can’t use Skydesk.' });
    const page = await setUp(({ members }) => ({ members: { ...members, check } })).home();
    expect(page).toContain('Guests can’t use Skydesk.');
    for (const text of Object.values(sections)) expect(page).not.toContain(text);
  });

  test('another workspace than the policy names is not served', async () => {
    const page = await setUp(({ policy }) => ({ policy: { ...policy, workspace: 'T9' } })).home();
    expect(page).toContain('Skydesk isn’t set up for this workspace.');
  });

  test('the channels for commands do not close it, but its buttons type none', async () => {
    const page = await setUp(({ policy }) => ({ policy: { ...policy, channels: ['C9'] } })).home();
    expect(page).toContain(sections.changes);
    expect(page).toContain('Review');
    expect(page).not.toContain('Create Alert Policy');
    expect(page).not.toContain('View Audit Log');
    expect(page).not.toContain('Show Trend');
  });
});

describe('Undo', () => {
  const undo = {
    ...commandOf('alert delete x'),
    subject: { kind: 'alert policy' as const, id: 'x' },
    state: '',
    expires: Date.UTC(2100, 0),
  };
  const undoable = request(
    { id: 'r1', status: 'done' },
    { outcome: { kind: 'done', answer: [], job: 'j1', undo } },
  );
  const offered = ({ changes }: WorkerDependencies) => ({
    changes: { ...changes, get: async () => undoable },
  });
  const ended = (event: StoredEntry['event']) => (deps: WorkerDependencies) => ({
    ...offered(deps),
    auditLog: { ...deps.auditLog, read: async () => ({ entries: [{ ...kept, event }] }) },
  });

  test('is offered while it is open', async () => {
    expect(await setUp(offered).home()).toContain('Undo');
    expect(await setUp().home()).not.toContain('Undo');
  });

  test('is not offered to whom the policy lets change nothing', async () => {
    const page = await setUp((deps) => ({
      ...offered(deps),
      policy: { ...deps.policy, people: { ...deps.policy.people, change: ['U2'] } },
    })).home();
    expect(page).toContain(sections.changes);
    expect(page).not.toContain('Undo');
  });

  test.each(['started', 'failed', 'unknown'] as const)('is not offered for what is %s', async (event) => {
    expect(await setUp(ended(event)).home()).not.toContain('Undo');
  });
});

describe('the first visit', () => {
  const first = (isFirst: () => Promise<boolean>, policy = {}) => {
    const { deps, said, logged } = memory();
    const visit = { ...deps, visitors: { ...deps.visitors, isFirst }, policy: { ...deps.policy, ...policy } };
    return { said, logged, open: (job: HomeOpened = opened) => processJob(job, 1000, visit) };
  };

  test('shows what to start with, and sends a welcome after the tab', async () => {
    const { said, open } = first(async () => true);
    await open();
    expect(said.map(({ kind }) => kind)).toEqual(['home', 'send']);
    for (const { answer } of said) expect(words(answer)).toContain('List Alert Policies');
    expect(words(said[1]?.answer)).toContain('Welcome to Skydesk');
  });

  test.each<[string, () => Promise<boolean>, HomeOpened]>([
    ['a later visit', async () => false, opened],
    ['a refresh after something was pressed', async () => true, { ...opened, answered: true }],
    ['a refresh because of somebody else', async () => true, { ...opened, unasked: true }],
    ['a visit that could not be stored', away, opened],
  ])('%s sends none', async (_, isFirst, job) => {
    const { said, open } = first(isFirst);
    await open(job);
    expect(said.map(({ kind }) => kind)).toEqual(['home']);
  });

  test('where commands have their channels, the welcome has no buttons', async () => {
    const { said, open } = first(async () => true, { channels: ['C9'] });
    await open();
    expect(words(said[1]?.answer)).not.toContain('List Alert Policies');
  });

  test.each<[string, Parameters<typeof memory>[0]]>([
    ['who never opened it', { visitors: { isFirst: async () => true, has: async () => false } }],
    [
      'who cannot use Skydesk',
      {
        members: { ...memory().deps.members, check: async () => ({ refused: 'Guests can’t use Skydesk.' }) },
      },
    ],
    ['for whom it fails', { visitors: { isFirst: async () => true, has: away } }],
  ])('of somebody %s stays as it is when others do something', async (_, more) => {
    const { deps, said } = memory(more);
    await processJob({ ...opened, unasked: true }, 1000, deps, { received: 9, isLast: true });
    expect(said).toEqual([]);
  });

  test('a direct message that Slack refuses is dropped, so that the tab is not drawn again', async () => {
    const { deps, said, told, logged } = memory();
    const messenger = { ...deps.messenger, send: away };
    await processJob(opened, 1000, {
      ...deps,
      messenger,
      visitors: { ...deps.visitors, isFirst: async () => true },
    });
    expect(said.map(({ kind }) => kind)).toEqual(['home']);
    expect(told).toEqual(['j1']);
    expect(logged.join()).toContain('welcome not sent');
  });
});

describe('it is drawn again', () => {
  const whisper: Result = { deliveries: [{ kind: 'ephemeral', answer: [] }] };
  const pressed = { id: 'j2', team: 'T1', replyTo };
  const command: Job = { ...pressed, kind: 'help', words: [] };
  const execute: Job = { ...pressed, kind: 'execute', change: 'a1', index: 0 };
  const again = { kind: 'home', id: 'j2:home', team: 'T1', replyTo, answered: true };

  test.each<[string, Job, Result, object | undefined]>([
    ['after something was pressed there and answered', command, whisper, again],
    ['after a vote, which the card shows', command, { deliveries: [] }, { ...again, answered: false }],
    ['not where a view was filled', command, { deliveries: [{ kind: 'home', answer: [] }] }, undefined],
    [
      'not where a preview is shown on top of a form',
      {
        ...pressed,
        kind: 'command',
        operation: 'alert.create',
        raw: {},
        problems: [],
        view: { external: 'v' },
      },
      { deliveries: [{ kind: 'preview', answer: [] }] },
      undefined,
    ],
    ['not after it was made', opened, { deliveries: [{ kind: 'home', answer: [] }] }, undefined],
    ['not for what was typed', { ...command, replyTo: { ...replyTo, channel: 'C1' } }, whisper, undefined],
    ['not for what the bot does later', execute, whisper, undefined],
  ])('%s', (_, job, result, expected) => {
    expect(homeAfter(job, result)).toEqual(expected);
  });

  test('and says where the answer is', async () => {
    expect(await setUp().home({ ...opened, answered: true })).toContain('Sent to your Messages tab.');
  });

  test('if the queue does not take it, the answer is told once all the same', async () => {
    const { deps, said, told, logged } = memory();
    await processJob(command, 1000, { ...deps, queue: { send: away } });
    expect(said).toHaveLength(1);
    expect(told).toEqual(['j2']);
    expect(logged.join()).toContain('home not refreshed');
  });
});

test('a change is shown with through what it was requested, also behind many calls of agents', async () => {
  const calls = Array.from(
    { length: 200 },
    (_, at): StoredEntry => ({ ...kept, event: 'called', seq: 201 - at }),
  );
  const log = [...calls, { ...kept, through: 'Slackbot' }];
  const page = await setUp(({ auditLog }) => ({
    auditLog: {
      ...auditLog,
      async read({ before = 300, limit }) {
        const entries = log.filter(({ seq }) => seq < before).slice(0, limit);
        const last = entries.at(-1);
        return { entries, ...(last && last.seq > 1 && { older: last.seq }) };
      },
    },
  })).home();
  expect(page).toContain('delete x');
  expect(page).toContain(' through Slackbot');
});
