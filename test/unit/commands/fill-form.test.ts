import { afterEach, expect, test, vi } from 'vitest';
import { CloudApiError } from '../../../src/cloud/index.ts';
import { formOf, parseCommand } from '../../../src/command-line/parse-command.ts';
import { fill } from '../../../src/commands/fill-form.ts';
import type { WorkerDependencies } from '../../../src/jobs/process-job.ts';
import { choose, maxChoices } from '../../../src/operations/fields/reference.ts';
import type { FormRequested } from '../../../src/queue/job.ts';
import { cloudOfFile, connectedWith } from '../../support/in-memory/local-cloud.ts';
import { memory, words } from '../../support/in-memory/memory.ts';

afterEach(() => {
  vi.useRealTimers();
});

const never = () => new Promise<never>(() => {});
const unused = () => {
  throw new Error('not used here');
};

/** A worker whose cloud API never answers. */
const silentService = (logged: string[]): WorkerDependencies =>
  memory({
    log: (event) => logged.push(event),
    service: { login: never, account: unused },
  }).deps;
const serviceAway = (): WorkerDependencies => ({
  ...silentService([]),
  service: { login: () => Promise.reject(new Error('away')), account: unused },
});

const asked = (more: Partial<FormRequested> = {}): FormRequested => ({
  kind: 'form',
  id: 'job-1',
  team: 'T1',
  replyTo: { channel: 'C1', person: 'U1' },
  view: { id: 'V1' },
  operation: 'autoscale.remove',
  raw: { server: 'DE1ACMEWEB01' },
  problems: [],
  line: 'autoscale remove DE1ACMEWEB01',
  filters: {},
  ...more,
});

test('a cloud API that never answers keeps nobody waiting: choices become text fields', async () => {
  vi.useFakeTimers();
  const logged: string[] = [];
  const filling = fill(asked(), silentService(logged));
  await vi.advanceTimersByTimeAsync(6000);
  const { deliveries } = await filling;
  const server = { name: 'server', input: { kind: 'text' }, value: 'DE1ACMEWEB01' };
  const fields = [server, { name: 'ends' }, { name: 'starts' }];
  expect(deliveries).toMatchObject([{ kind: 'fill', view: { id: 'V1' }, form: { fields } }]);
  expect(JSON.stringify(deliveries)).toContain('didn’t respond in time. Type the id or name');
  expect(logged).toEqual(['choices not loaded']);
});

/** The names of the fields of a form, and the field `name` of it, in an outage of the cloud API. */
async function shown(job: Partial<FormRequested>, name: string, deps = serviceAway()) {
  const [filled] = (await fill(asked(job), deps)).deliveries;
  const fields = filled?.kind === 'fill' ? filled.form.fields : [];
  return { names: fields.map((field) => field.name), field: fields.find((field) => field.name === name) };
}

test.each([
  ['ip.add', 'server ports ends from why internal ticket starts'],
  ['firewall.create', 'from source to destination ends why peer ticket starts'],
  ['firewall.intra.create', 'dc source destination ports ends why peer ticket starts'],
  ['ip.update', 'server address ports from why ends ticket starts'],
  ['alert.create', 'name to cpu memory disk for ends starts'],
  ['changed.adopt', 'finding reason'],
])(
  'the form of %s asks what is required first, how long an opening lasts next, and what is rare last',
  async (operation, names) => {
    expect((await shown({ operation, raw: {} }, '')).names.join(' ')).toBe(names);
  },
);

test('a form has a ticket only if the policy can ask for one, and an account only if it names some', async () => {
  const { policy, ...deps } = serviceAway();
  const risk = { ...policy.risk, levels: [] };
  const accounts = { ACDV: { production: false } };
  const { names } = await shown({ operation: 'ip.add', raw: {} }, '', {
    ...deps,
    policy: { ...policy, risk, accounts },
  });
  expect(names).toEqual(['server', 'ports', 'ends', 'from', 'why', 'internal', 'starts', 'account']);
});

const noEnd = 'no end: nobody closes it for you';

test.each<readonly [string, Partial<FormRequested>, object]>([
  ['an opening proposes 2 h', { operation: 'ip.add', raw: {} }, { value: '2h', whenEmpty: noEnd }],
  ['it keeps the end of its line', { operation: 'ip.add', raw: { ends: '18:30' } }, { value: '18:30' }],
  ['it keeps no end, once that was chosen', { operation: 'ip.add', raw: { ends: '' } }, { value: '' }],
  ['Edit keeps no end, too', { operation: 'ip.add', raw: {}, edits: true }, { value: '', whenEmpty: noEnd }],
  ['another change has none', { operation: 'ip.update', raw: {} }, { value: '', whenEmpty: 'no end' }],
  [
    'another time is typed',
    {
      operation: 'ip.add',
      raw: { ends: 'another time' },
      problems: [{ field: 'ends', message: 'is no time' }],
    },
    { value: '', input: { kind: 'text' }, required: true, label: 'For how long' },
  ],
  [
    'a wrong one stays as it was typed',
    { operation: 'ip.add', raw: { ends: '25:99' }, problems: [{ field: 'ends', message: 'is no time' }] },
    { value: '25:99', input: { kind: 'text' }, problem: 'is no time' },
  ],
])('how long: %s', async (_, job, has) => {
  expect((await shown(job, 'ends')).field).toMatchObject(has);
});

test('a start is a time only once a later one is chosen', async () => {
  const start = async (raw: FormRequested['raw']) =>
    (await shown({ operation: 'ip.add', raw }, 'starts')).field;
  expect(await start({})).toMatchObject({
    whenEmpty: 'at once',
    input: { options: [{ label: 'Start later…' }] },
  });
  expect(await start({ starts: 'another time' })).toMatchObject({
    value: '',
    input: { kind: 'text' },
    required: true,
  });
});

test('a change that nothing undoes has no end', async () => {
  const job = asked({ operation: 'ip.remove', raw: { server: 'x' } });
  const { deliveries } = await fill(job, serviceAway());
  expect(JSON.stringify(deliveries)).not.toContain('"ends"');
});

/** The form that a line opens, in an outage of the cloud API: its notes, and the values and problems of its fields. */
async function opened(line: string) {
  const form = formOf(parseCommand(line));
  if (!form) throw new Error(`${line} has no form`);
  const { deliveries } = await fill(asked({ ...form, problems: [...form.problems] }), memory().deps);
  const [delivery] = deliveries;
  if (delivery?.kind !== 'fill') throw new Error(`${line} opens no form`);
  const { notes, fields } = delivery.form;
  return {
    notes: notes.flatMap((part) => (part.kind === 'notice' ? part.text : [])),
    fields: Object.fromEntries(fields.map(({ name, value }) => [name, value])),
    problems: Object.fromEntries(fields.flatMap(({ name, problem }) => (problem ? [[name, problem]] : []))),
  };
}

test.each([
  ['', ['5m', '10m']],
  ['for=10m', ['5m', '10m']],
  ['for=15m', ['5m', '10m', '15m']],
])('a choice that the cloud API refuses isn’t offered, unless it was typed: “%s”', async (typed, offered) => {
  const form = formOf(parseCommand(`alert create "CPU 85" cpu=85 ${typed}`));
  const omittedChoices = ['for=15m', 'cpu=15m'];
  const { deliveries } = await fill(asked({ ...form, problems: [] }), { ...memory().deps, omittedChoices });
  const [filled] = deliveries;
  const fields = filled?.kind === 'fill' ? filled.form.fields : [];
  const input = fields.find(({ name }) => name === 'for')?.input;
  expect(input).toMatchObject({ options: offered.map((value) => ({ value })) });
});

test('an end that a change can’t have stays in its form with a problem, until it is removed there', async () => {
  const nothingUndoes = 'isn’t possible here: this change can’t be undone';
  const { fields, problems } = await opened('ip remove web01 203.0.113.10 ends=2h');
  expect(fields).toMatchObject({ ends: '2h' });
  expect(problems).toEqual({ ends: nothingUndoes });
  const problem = { field: 'ends', message: nothingUndoes };
  const job = asked({ operation: 'ip.remove', raw: { ...fields }, problems: [problem] });
  const again = await fill(job, memory().deps);
  expect(JSON.stringify(again)).toContain(nothingUndoes);
});

test.each([
  ['a plan has its end in its form', 'plan "ip add web01 tcp/22" ends=2h', { ends: '2h' }],
  [
    'a form that asks for neither reason nor ticket has those that were given',
    'alert delete cpu why="No longer needed" ticket=OPS-1',
    { why: 'No longer needed', ticket: 'OPS-1' },
  ],
])('%s', async (_, line, has) => {
  expect((await opened(line)).fields).toMatchObject(has);
});

test.each([
  ['a form marks nothing that is only missing', 'firewall create de1', {}, ''],
  ['a form marks no missing one of several fields', 'alert create "Disk 80"', {}, ''],
  [
    'a wrong value is marked, and a missing one next to it is not',
    'alert create "Disk 80" disk=83',
    { disk: 'must be 5 to 95 in steps of 5, not “83”' },
    '',
  ],
  [
    'a problem of no field is shown above the fields, even if nothing else was given',
    'alert create zzz=1',
    {},
    'Unknown option “zzz=”',
  ],
])('%s', async (_, line, marked, above) => {
  const { problems, notes } = await opened(line);
  expect(problems).toEqual(marked);
  expect(notes).toEqual(above ? [above] : []);
});

const cloud = await cloudOfFile();

/** A field of a form, filled from the local cloud with `more` additional servers. */
async function filled(name: string, job: Partial<FormRequested>, more = 0) {
  const ids = Array.from({ length: more }, (_, at) => `aa1acmebulk${100 + at}`);
  const bulk = ids.map((id) => ({ id, name: id.toUpperCase(), dataCenter: 'aa1', group: ['AA1'] }));
  const service = connectedWith(cloud, ({ servers }) => ({
    servers: { all: async () => [...bulk, ...(await servers.all())] },
  }));
  const [delivery] = (await fill(asked(job), memory({ service }).deps)).deliveries;
  if (delivery?.kind !== 'fill') throw new Error('It opens no form');
  const field = delivery.form.fields.find((one) => one.name === name);
  const options = field && 'options' in field.input ? field.input.options.map(({ label }) => label) : [];
  return { ...field, options };
}

test.each<[string, { policy: string }, object]>([
  ['fits one policy chooses it', { policy: 'disk 80' }, { value: expect.stringMatching(/^[0-9a-f]{32}$/) }],
  [
    'fits nothing gets a correction',
    { policy: 'Dsk 80' },
    { value: '', problem: expect.stringContaining('Did you mean “Disk 80”?') },
  ],
])('a name that %s', async (_, raw, has) => {
  expect(await filled('policy', { operation: 'alert.assign', raw })).toMatchObject(has);
});

test.each(['autoscale.remove', 'ip.add'])(
  'a filter narrows the choices for %s to the chosen one and those that fit it',
  async (operation) => {
    const chosen = { operation, raw: { server: 'DE1ACMEWEB02' } };
    const filtered = await filled('server', { ...chosen, filters: { server: 'gb3' } });
    const { options, several, value } = filtered;
    expect([several?.chosen ?? [value], options[0]]).toEqual([['de1acmeweb02'], 'DE1ACMEWEB02']);
    expect(options.slice(1).filter((name) => !name.startsWith('GB3'))).toEqual([]);
    const all = await filled('server', chosen);
    const none = await filled('server', { ...chosen, filters: { server: 'nothing-like-it' } });
    expect(none).toMatchObject({ options: all.options, note: 'No matches for “nothing-like-it”.' });
  },
);

test.each(['autoscale.remove', 'ip.add'])(
  'at most a hundred servers are shown for %s, the chosen one first, and a filter finds the rest',
  async (operation) => {
    const first = await filled('server', { operation, raw: {} }, 150);
    expect(first.options).toHaveLength(100);
    expect(first.note).toBe('Only the first 100 are shown. Use the filter to find others.');
    const filters = { server: 'bulk14' };
    expect((await filled('server', { operation, raw: {}, filters }, 150)).options).toEqual(
      Array.from({ length: 10 }, (_, at) => `AA1ACMEBULK14${at}`),
    );
    const { options, several, value } = await filled(
      'server',
      { operation, raw: { server: 'WA1ACMECI01' } },
      150,
    );
    expect([options.length, options[0]]).toEqual([100, 'WA1ACMECI01']);
    expect(several?.chosen ?? [value]).toEqual(['wa1acmeci01']);
  },
);

test('an account that the bot may not see is named as the reason', async () => {
  const login = () => Promise.reject(new CloudApiError('forbidden', { method: 'GET', path: '/v2' }));
  const { deps } = memory({ service: { login, account: unused } });
  expect(JSON.stringify(await fill(asked(), deps))).toContain('access to that account');
});

test('a problem with a field that the form lacks is shown above its fields, with its name', async () => {
  const job = asked({ problems: [{ field: 'colour', message: 'is not blue' }] });
  const { deliveries } = await fill(job, memory().deps);
  const [delivery] = deliveries;
  expect(delivery?.kind === 'fill' && words(delivery.form.notes)).toContain('colour is not blue');
});

test('a form that could not be opened is reported, with a button that carries the line', async () => {
  const { deliveries } = await fill(asked({ view: undefined }), silentService([]));
  expect(deliveries).toMatchObject([{ kind: 'ephemeral' }]);
  expect(JSON.stringify(deliveries)).toContain('"form":"autoscale remove DE1ACMEWEB01"');
});

test('a form of an operation that is gone says so', async () => {
  const { deliveries } = await fill(asked({ operation: 'gone' }), silentService([]));
  expect(deliveries).toMatchObject([{ kind: 'fill', form: { fields: [] } }]);
});

test('at most a hundred choices are offered, by name, and found by a part of name or id', () => {
  const things = Array.from({ length: 130 }, (_, at) => ({ id: `i${at}`, name: `Thing ${at % 65}` }));
  type Thing = (typeof things)[number];
  const kind = { id: ({ id }: Thing) => id, name: ({ name }: Thing) => name };
  const all = choose<Thing>(things, '', kind);
  expect(all.options).toHaveLength(maxChoices);
  expect(all.more).toBe(true);
  expect(choose<Thing>(things, ' THING 64', kind)).toEqual({
    options: [
      { value: 'i64', label: 'Thing 64', description: 'i64' },
      { value: 'i129', label: 'Thing 64', description: 'i129' },
    ],
    more: false,
  });
  expect(choose<Thing>(things, 'i129', kind).options).toHaveLength(1);
});

test('a choice has no more of a name than a form can show, since a hundred of them are stored with the job', () => {
  const things = Array.from({ length: maxChoices }, (_, index) => ({
    id: `${index}`,
    name: 'x'.repeat(10_000),
  }));
  type Thing = (typeof things)[number];
  const name = (thing: Thing) => thing.name;
  const { options } = choose(things, 'x'.repeat(9_000), { id: ({ id }: Thing) => id, name, describe: name });
  expect(options).toHaveLength(maxChoices);
  expect(JSON.stringify(options).length).toBeLessThan(60_000);
});
