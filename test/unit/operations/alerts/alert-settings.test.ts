import { expect, test } from 'vitest';
import { resultingSettings } from '../../../../src/operations/alerts/alert-settings.ts';
import { emailTo } from '../../../../src/operations/alerts/triggers.ts';
import { operationById } from '../../../../src/operations/index.ts';
import { cloudOfFile } from '../../../support/in-memory/local-cloud.ts';
import { contextAt, resolve } from '../../../support/in-memory/run-line.ts';

const cloud = await cloudOfFile();
const context = await contextAt(cloud);

/* The title of an update shows each difference, before → after. */

test.each([
  ['a name', '"Disk 80" name="Disk full" disk=80', 'Disk 80 · name Disk 80 → Disk full'],
  [
    'a metric that is added and one that is removed',
    '"Disk 80" cpu=50 disk=off',
    'Disk 80 · CPU off → ≥ 50% for 5 min · disk ≥ 80% for 5 min → off',
  ],
  [
    'one duration for metrics that had different ones',
    '"Database vitals" for=15m',
    'Database vitals · CPU for 10 min → 15 min · memory for 10 min → 15 min · disk for 5 min → 15 min',
  ],
  ['a duration of one metric', '"Database vitals" for=disk:10m', 'Database vitals · disk for 5 min → 10 min'],
  [
    'recipients that are added and removed',
    '"Database vitals" to=dba@acme.example.com,new@acme.example.com',
    'Database vitals · also notifies new@acme.example.com · no longer notifies oncall@acme.example.com',
  ],
])('the title of an update shows %s', async (_, words, title) => {
  expect((await resolve(`alert update ${words}`, context)).title).toBe(`Update alert policy ${title}`);
});

test.each([
  [['ops@acme.example.com', 'dba@acme.example.com']],
  [['dba@ACME.example.com', 'ops@acme.example.COM']],
])('the title of an update does not depend on how the cloud API lists recipients: %j', async (recipients) => {
  const triggers = [{ metric: 'disk', duration: '00:05:00', threshold: 80 }];
  const policy = { id: 'a1', name: 'Disk', triggers, links: [], actions: emailTo(recipients) };
  const { words } = resultingSettings(policy, { to: ['new@acme.example.com', 'a@x.org'] });
  expect(words?.change).toBe(
    'also notifies a@x.org, new@acme.example.com · no longer notifies dba@acme.example.com, ops@acme.example.com',
  );
});

test.each([
  'disk=80',
  'for=5m',
  'cpu=off',
  'name="Disk 80"',
  'to=ops@acme.example.com',
  'to=ops@ACME.Example.com',
])('%s changes nothing', async (words) => {
  expect((await resolve(`alert update "Disk 80" ${words}`, context)).already).toBeDefined();
});

test.each([
  'disk=85',
  'for=10m',
  'cpu=50',
  'name="disk 80"',
  'to=ops@acme.example.com,a@b.co',
  'to=Ops@acme.example.com',
  'disk=80 for=10m',
])('%s changes something', async (words) => {
  expect((await resolve(`alert update "Disk 80" ${words}`, context)).already).toBeUndefined();
});

test('the title of an update shows no present state of a policy that an earlier step creates', async () => {
  const operation = operationById('alert.update');
  const earlier = [{ words: ['alert', 'create'], results: { id: 'alert policy' } }] as const;
  const prepared = operation?.prepare({ policy: '$1.id', for: '10m' }, earlier);
  if (!prepared || 'problems' in prepared) throw new Error('It can run');
  const { title, already } = await prepared.resolve(context);
  expect([title, already]).toEqual(['Update alert policy of step 1 · for 10 min', undefined]);
});
