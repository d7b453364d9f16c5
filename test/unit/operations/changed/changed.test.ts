import { describe, expect, test } from 'vitest';
import { resourceId } from '../../../../src/change/model/resource.ts';
import type { Finding, FindingSet, MadeBy } from '../../../../src/drift/findings.ts';
import type { SnapshotHead, WatchedResources } from '../../../../src/drift/watched-state.ts';
import { textOf } from '../../../support/answer-text.ts';
import { notConnected } from '../../../support/in-memory/local-cloud.ts';
import { answerOf, buttonsIn, contextOf } from '../../../support/in-memory/run-line.ts';

/* /cloud changed describes each kind of change, with the command that puts it back. */

const now = Date.UTC(2026, 10, 27, 12);
const minute = 60_000;
const from = now - 30 * minute;
const to = now - 15 * minute;

type Change = Pick<Finding, 'subject' | 'before' | 'after'>;

type Given = NonNullable<Parameters<typeof contextOf>[1]>;
const head = (kind: SnapshotHead['kind'], more: Partial<SnapshotHead> = {}): SnapshotHead => ({
  ...{ kind, version: 2, firstAt: now - 48 * 60 * minute, takenAt: to, seq: 1, hash: 'h', form: 1 },
  ...more,
});

/** A context in which ACME is watched, and this is known of it. */
const watching = (watches: NonNullable<Given['watches']>, more: Given = {}) =>
  contextOf(notConnected, {
    ...{ clock: () => now, watching: { accounts: ['ACME'], everyMinutes: 15 }, watches },
    ...more,
  });

/** The answer after a change was found. `present` is the resource as it is now; by default, as the change left it. */
async function answered(
  { subject, before, after }: Change,
  { by = { kind: 'outside' }, present = after }: { by?: MadeBy; present?: Finding['after'] | null } = {},
) {
  const finding: Finding = { subject, ...(before && { before }), ...(after && { after }), by };
  const set: FindingSet = { id: 'f1', account: 'ACME', kind: subject.kind, from, to, findings: [finding] };
  const resources: WatchedResources = present
    ? { [resourceId('ACME', subject)]: { subject, content: present.content } }
    : {};
  const context = watching({
    heads: async () => [head(subject.kind)],
    resources: async () => resources,
    findings: async () => [set],
  });
  const answer = await answerOf('changed', context);
  const lines = buttonsIn(answer).flatMap(({ action }) => ('line' in action ? [action.line] : []));
  return { text: textOf(answer), lines };
}

const intra = (more: object = {}) => ({
  content: {
    ...{ id: 'f1f1f1f1aa', enabled: true, destinationAccount: 'ACME' },
    ...{ source: ['10.0.0.0/24'], destination: ['10.0.1.0/24'], ports: ['tcp/443'], ...more },
  },
});
const cross = (enabled = true) => ({
  content: {
    ...{ id: 'c1c1c1c1aa', enabled, sourceCidr: '10.0.0.0/24', sourceAccount: 'acme', sourceLocation: 'de1' },
    ...{ destinationCidr: '10.1.0.0/24', destinationAccount: 'acdv', destinationLocation: 'va1' },
  },
});
const inside = { kind: 'firewall inside', dc: 'de1', id: 'f1f1f1f1aa' } as const;
const between = { kind: 'firewall between', dc: 'de1', id: 'c1c1c1c1aa' } as const;
const address = { kind: 'public address', server: 'de1acmeweb01', address: '198.51.100.7' } as const;
const alert = { kind: 'alert policy', id: 'a1' } as const;
const scaled = { kind: 'autoscale policy on server', server: 'de1acmeweb01' } as const;
const open = (ports: readonly string[]) => ({
  content: { internal: '10.0.0.4', ports, from: ['203.0.113.0/24'] },
});
const disk = (threshold: number) => ({
  content: {
    name: 'Disk',
    recipients: [['email', 'ops@example.com']],
    ...{ cpu: [], memory: [], disk: [`${threshold} 00:05:00`], others: [] },
  },
});
const why = 'why="Put back what was changed outside Skydesk"';
const whyNew = (warning: string) => `why="Put back what was changed outside Skydesk. ${warning}"`;

describe('each kind is described in words, with the command that puts it back', () => {
  test.each(
    Object.entries<readonly [Change, string, string]>({
      'a policy that was created': [
        { subject: inside, after: intra() },
        'Firewall policy f1f1f1f1 in DE1 created · 10.0.0.0/24 → 10.0.1.0/24 in DE1 · tcp/443',
        `firewall intra delete de1 f1f1f1f1aa ${why}`,
      ],
      'a policy that was removed': [
        { subject: inside, before: intra() },
        'Firewall policy f1f1f1f1 in DE1 removed',
        `firewall intra create de1 tcp/443 source=10.0.0.0/24 destination=10.0.1.0/24 ${whyNew('It gets a new id.')}`,
      ],
      'a disabled policy that was removed': [
        { subject: inside, before: intra({ enabled: false }) },
        'tcp/443 · disabled',
        `firewall intra create de1 tcp/443 source=10.0.0.0/24 destination=10.0.1.0/24 ${whyNew('It gets a new id, and is enabled, which it was not.')}`,
      ],
      'a policy that was disabled': [
        { subject: inside, before: intra(), after: intra({ enabled: false }) },
        'changed · enabled → disabled · 10.0.0.0/24 → 10.0.1.0/24 in DE1 · tcp/443',
        `firewall intra enable de1 f1f1f1f1aa ${why}`,
      ],
      'a policy between data centers that was enabled': [
        { subject: between, before: cross(false), after: cross() },
        'Firewall policy c1c1c1c1 from DE1 changed · disabled → enabled · 10.0.0.0/24 (DE1) → 10.1.0.0/24 (VA1 · ACDV)',
        `firewall disable de1 c1c1c1c1aa ${why}`,
      ],
      'a policy between data centers that was removed': [
        { subject: between, before: cross() },
        'removed',
        `firewall create de1 va1 source=10.0.0.0/24 destination=10.1.0.0/24 peer=ACDV ${whyNew('It gets a new id.')}`,
      ],
      'a policy whose ports were changed': [
        { subject: inside, before: intra(), after: intra({ ports: ['tcp/22', 'tcp/443'] }) },
        'ports tcp/443 → tcp/22, tcp/443',
        `firewall intra update de1 f1f1f1f1aa tcp/443 ${why}`,
      ],
      'a policy that was disabled, and whose ports were changed': [
        { subject: inside, before: intra(), after: intra({ enabled: false, ports: ['tcp/22'] }) },
        'enabled → disabled · ports tcp/443 → tcp/22',
        `plan "firewall intra update de1 f1f1f1f1aa tcp/443\nfirewall intra enable de1 f1f1f1f1aa" ${why}`,
      ],
      'a policy that was enabled, and whose ports were changed': [
        { subject: inside, before: intra({ enabled: false }), after: intra({ ports: ['tcp/22'] }) },
        'disabled → enabled · ports tcp/443 → tcp/22',
        `plan "firewall intra disable de1 f1f1f1f1aa\nfirewall intra update de1 f1f1f1f1aa tcp/443" ${why}`,
      ],
      'a public IP whose ports were changed': [
        { subject: address, before: open(['tcp/443']), after: open(['tcp/22']) },
        'changed · ports tcp/443 → tcp/22',
        `ip update de1acmeweb01 198.51.100.7 tcp/443 ${why}`,
      ],
      'a public IP that was added': [
        { subject: address, after: open(['tcp/443']) },
        'Public IP 198.51.100.7 of DE1ACMEWEB01 created · tcp/443 from 203.0.113.0/24 → 10.0.0.4',
        `ip remove de1acmeweb01 198.51.100.7 ${why}`,
      ],
      'a public IP that was removed': [
        { subject: address, before: open(['tcp/443']) },
        'Public IP 198.51.100.7 of DE1ACMEWEB01 removed',
        `ip add de1acmeweb01 tcp/443 from=203.0.113.0/24 internal=10.0.0.4 ${whyNew('DE1ACMEWEB01 gets another public IP than 198.51.100.7.')}`,
      ],
      'an alert policy that was created': [
        { subject: alert, after: disk(80) },
        'Alert policy Disk created · disk ≥ 80% for 5 min · notifies ops@example.com',
        `alert delete a1 ${why}`,
      ],
      'an alert policy that was updated': [
        { subject: alert, before: disk(80), after: disk(90) },
        'Alert policy Disk changed · disk ≥ 80% for 5 min → disk ≥ 90% for 5 min',
        `alert update a1 disk=80 ${why}`,
      ],
      'an alert policy that was deleted': [
        { subject: alert, before: disk(80) },
        'Alert policy Disk removed',
        `alert create Disk disk=80 for=5m to=ops@example.com ${whyNew('It gets a new id, and is assigned to no server.')}`,
      ],
      'an autoscale policy that was set': [
        { subject: scaled, after: { content: 'p1', label: 'Batch' } },
        'Autoscale policy of DE1ACMEWEB01 created · Batch',
        `autoscale remove de1acmeweb01 ${why}`,
      ],
      'an autoscale policy that was replaced': [
        {
          subject: scaled,
          before: { content: 'p1', label: 'Batch' },
          after: { content: 'p2', label: 'Night' },
        },
        'changed · Batch → Night',
        `autoscale set de1acmeweb01 p1 ${why}`,
      ],
      'an autoscale policy that was removed': [
        { subject: scaled, before: { content: 'p1', label: 'Batch' } },
        'removed · Batch',
        `autoscale set de1acmeweb01 p1 ${why}`,
      ],
    }),
  )('%s', async (_, [change, said, line]) => {
    const { text, lines } = await answered(change);
    expect(text).toContain(said);
    expect(text).toContain('outside Skydesk');
    expect(lines).toContain(line);
  });
});

test('long lists say what they gain and lose', async () => {
  const ports = ['tcp/1', 'tcp/2', 'tcp/3', 'tcp/4'];
  const before = intra({ ports });
  const after = intra({ ports: ['tcp/22', ...ports.slice(1)] });
  const { text } = await answered({ subject: inside, before, after });
  expect(text).toContain('ports gains tcp/22 and loses tcp/1');
});

const disabled = { subject: inside, before: intra(), after: intra({ enabled: false }) };
const ours = [{ change: 'c1', name: '#1017', requester: 'U0ANA' }];

describe('the author of a change', () => {
  test.each<[string, MadeBy, string]>([
    ['Skydesk', { kind: 'skydesk', changes: ours }, 'by #1017 U0ANA'],
    [
      'Skydesk at once',
      { kind: 'skydesk', changes: [{ change: 'c1', requester: 'U0ANA' }] },
      'by Skydesk for U0ANA',
    ],
    [
      'the end of a change',
      { kind: 'skydesk', changes: ours.map((one) => ({ ...one, isEnd: true })) },
      'by the end of #1017 U0ANA',
    ],
    ['others after Skydesk', { kind: 'both', changes: ours }, 'outside Skydesk, after #1017 U0ANA'],
    ['either', { kind: 'unclear', changes: ours }, 'by #1017 U0ANA or outside Skydesk'],
  ])('%s', async (_, by, said) => {
    expect((await answered(disabled, { by })).text.replaceAll(/[<@>]/g, '')).toContain(said);
  });
});

test('only a change that was made outside alone, and is still in effect, has a button', async () => {
  expect((await answered(disabled)).lines).toHaveLength(1);
  for (const kind of ['skydesk', 'both', 'unclear'] as const)
    expect((await answered(disabled, { by: { kind, changes: ours } })).lines).toEqual([]);
  expect((await answered(disabled, { present: intra() })).lines).toEqual([]);
  expect((await answered(disabled, { present: null })).lines).toEqual([]);
});

test.each(
  Object.entries<Change>({
    'a threshold between the steps': { subject: alert, before: disk(82.5), after: disk(90) },
    'a duration of an hour': {
      ...{ subject: alert, after: disk(90) },
      before: { content: { ...disk(80).content, disk: ['80 01:00:00'] } },
    },
    'a removed alert policy with a trigger of another metric': {
      subject: alert,
      before: { content: { ...disk(80).content, others: ['network 90 00:05:00'] } },
    },
    'a trigger of another metric that was removed': {
      subject: alert,
      before: { content: { ...disk(80).content, others: ['network 90 00:05:00'] } },
      after: disk(90),
    },
    'a removed alert policy with two actions': {
      subject: alert,
      before: {
        content: {
          ...disk(80).content,
          recipients: [
            ['email', 'a@example.com'],
            ['email', 'b@example.com'],
          ],
        },
      },
    },
    'a recipient without an address': {
      ...{ subject: alert, before: { content: { ...disk(80).content, recipients: [['email', '']] } } },
      after: disk(80),
    },
    'a removed alert policy with a long name': {
      ...{ subject: alert, before: { content: { ...disk(80).content, name: 'x'.repeat(300) } } },
    },
    'a removed policy from anywhere': {
      ...{ subject: between, before: { content: { ...cross().content, sourceCidr: 'any' } } },
    },
    'a removed policy to an IPv6 range': {
      ...{ subject: between, before: { content: { ...cross().content, destinationCidr: 'fd00::/8' } } },
    },
    'ports in another form': { subject: inside, before: intra({ ports: ['all'] }), after: intra() },
    'a public IP with another protocol': {
      subject: address,
      before: open(['gre']),
      after: open(['tcp/443']),
    },
  }),
)('%s has no button, and says why', async (_, change) => {
  const { text, lines } = await answered(change);
  expect(lines).toEqual([]);
  expect(text).toContain('no command can put it back');
});

test('an account that isn’t watched says how to turn it on', async () => {
  const text = textOf(await answerOf('changed', contextOf(notConnected)));
  expect(text).toContain('ACME isn’t watched');
  expect(text).toContain('"watch": { "accounts": ["ACME"] }');
});

test('kinds that couldn’t be read are named, and so is the first snapshot', async () => {
  const failure = { since: from, at: to, why: 'The cloud API returned an error.' };
  const context = watching({ heads: async () => [head('public address', { failure, firstAt: to })] });
  const text = textOf(await answerOf('changed since=7d', context));
  expect(text).toContain('No change was seen in ACME');
  expect(text).toMatch(/Public IPs couldn’t be read since .*isn’t known. The cloud API returned an error\./);
  expect(text).toContain('Watched since');
});

test('a reading that takes several jobs says how far it is', async () => {
  const reading = { takenAt: to, seq: 1, form: 1, upTo: 'SRV7 198.51.100.7', parts: 2, left: 2500 };
  const context = watching({ heads: async () => [head('public address', { reading })] });
  expect(textOf(await answerOf('changed since=7d', context))).toMatch(
    /Public IPs: being read since .*, 2,500 left\. What changed there is shown after that\./,
  );
});

test('changes that don’t fit into a message are in a file', async () => {
  const files: string[] = [];
  const findings = Array.from(
    { length: 20 },
    (_, at): Finding => ({
      ...{ subject: { kind: 'alert policy', id: `a${at}` }, after: disk(80), by: { kind: 'outside' } },
    }),
  );
  const kind = 'alert policy' as const;
  const context = watching(
    {
      heads: async () => [head(kind)],
      resources: async () => ({}),
      findings: async () => [{ id: 'f1', account: 'ACME', kind, from, to, findings, dropped: 7 }],
    },
    { send: async ({ content }) => void files.push(content) },
  );
  const text = textOf(await answerOf('changed', context));
  expect(text).toContain('20 changes outside Skydesk');
  expect(text).toContain('5 more changes. The file in your direct messages has all of them.');
  expect(text).toContain('7 more changes aren’t listed: too many at once. Check the account itself.');
  expect(files[0]?.trim().split('\r\n')).toHaveLength(22);
  expect(files[0]).toContain('7 more changes aren’t listed');
});
