import { resourceId } from '../../../src/change/model/resource.ts';
import type { Step } from '../../../src/change/model/step.ts';
import { isChange } from '../../../src/command-line/form.ts';
import { findingId } from '../../../src/drift/finding-id.ts';
import type { FindingSet } from '../../../src/drift/findings.ts';
import { closesAccess, opensAccess } from '../../../src/network/opens-access.ts';
import type { Context } from '../../../src/operations/context/context.ts';
import { operations } from '../../../src/operations/index.ts';
import { phraseOfTraffic } from '../../../src/policy/phrase-of-traffic.ts';
import type { cloudOfFile } from '../in-memory/local-cloud.ts';
import { changesInMemory } from '../in-memory/memory.ts';
import { contextAt } from '../in-memory/run-line.ts';
import { seeded } from '../seeded.ts';
import { endOf, endStart } from './ends.ts';
import { preparedFrom } from './typed-line.ts';

/** A step as a line makes it, and what it does to the access by the algebra of traffic. */
export interface PhrasedStep {
  readonly step: Step;
  readonly access: 'gained' | 'lost' | 'both' | 'neither';
}

const opened = endOf({
  reversal: { request: '#1042' },
  step: {
    title: 'Add public IP to DE1ACMEWEB03 · tcp/22 · from anywhere',
    action: 'Add public IP',
    phrase: {
      verb: 'open',
      thing: 'SSH (22) on DE1ACMEWEB03',
      rest: ' to anyone on the internet',
      short: 'SSH on DE1ACMEWEB03 to anyone',
    },
  },
});
const subject = { kind: 'firewall inside', dc: 'de1', id: 'f1f1f1f1aa' } as const;
const content = (enabled: boolean) => ({
  content: {
    ...{ id: subject.id, enabled, destinationAccount: 'ACME' },
    ...{ source: ['10.0.0.0/24'], destination: ['10.0.1.0/24'], ports: ['tcp/443'] },
  },
});
const set: FindingSet = {
  ...{ id: 'f1', account: 'ACME', kind: subject.kind, from: endStart - 2000, to: endStart - 1000 },
  findings: [{ subject, before: content(true), after: content(false), by: { kind: 'outside' } }],
};

/** The context in which these lines run: with an end that waits, and a change that was made outside Skydesk. */
async function contextOfLines(cloud: Awaited<ReturnType<typeof cloudOfFile>>): Promise<Context> {
  const known = await contextAt(cloud);
  return {
    ...known,
    changes: { ...known.changes, ...changesInMemory(opened).changes },
    clock: () => endStart,
    watching: { accounts: ['ACME'], everyMinutes: 15 },
    watches: {
      ...known.watches,
      heads: async () => [{ kind: subject.kind, version: 1, seq: 0, form: 1 }],
      resources: async () => ({ [resourceId('ACME', subject)]: { subject, ...content(false) } }),
      findings: async () => [set],
    },
  };
}

const many = Array.from({ length: 9 }, (_, at) => `198.51.${100 + at}.0/24`).join(',');
const why = ' why="Nightly backup"';

/** The examples of all operations that change something. */
const examples = operations
  .filter((one) => isChange(one) && !one.isPlan)
  .map(({ id, example }) =>
    id === 'changed.adopt'
      ? `changed adopt ${findingId(set, 0)} reason=Planned`
      : example.replace('#1 ', '#1042 ').replace(/#1$/, '#1042'),
  );

/** What people type besides: long lists, every address, what is disabled, and updates that gain, lose or both. */
const others: readonly string[] = [
  'ip add DE1ACMEWEB03 tcp/22',
  'ip add DE1ACMEWEB03 tcp/80 tcp/443 tcp/8000-8010 udp/53 icmp from=203.0.113.7/32',
  `ip add DE1ACMEWEB03 tcp/60000-60001 from=${many}`,
  'ip update DE1ACMEWEB01 203.0.113.10 tcp/443 tcp/80 tcp/22',
  'ip update DE1ACMEWEB01 203.0.113.10 tcp/443',
  'ip update DE1ACMEWEB01 203.0.113.10 tcp/22',
  `firewall create de1 va1 source=0.0.0.0/0 destination=0.0.0.0/0${why}`,
  `firewall create de1 va1 source=10.0.0.0/8 destination=10.0.0.0/8 peer=acdv${why}`,
  `firewall intra create de1 any source=${many} destination=${many.replaceAll('198.51', '203.100')}${why}`,
  `firewall intra create de1 icmp source=10.0.0.0/24 destination=10.0.1.0/24${why}`,
  `firewall delete va1 ${seeded.disabledFirewall}${why}`,
  `firewall disable va1 ${seeded.disabledFirewall}${why}`,
  `firewall enable de1 ${seeded.crossFirewall}${why}`,
  `firewall intra update de1 ${seeded.localFirewall} tcp/5432 icmp tcp/22${why}`,
  `firewall intra update de1 ${seeded.localFirewall} tcp/5432${why}`,
  `firewall intra update de1 ${seeded.localFirewall} tcp/22 source=10.0.0.0/8${why}`,
  `firewall intra update de1 ${seeded.disabledLocalFirewall} tcp/22${why}`,
  `alert create "${'A policy with a name of sixty characters '.repeat(2)}" disk=90 to=ops@example.com`,
  'alert create "Set set" disk=90 to=ops@example.com',
  'extend #1042 "2026-11-22 13:00"',
];

/** The step of a line, as it is stored. */
async function stepOf(line: string, context: Context): Promise<PhrasedStep> {
  const prepared = preparedFrom(line);
  const { networkChange, raw, title, action, targets, target, ...resolved } = await prepared.resolve(context);
  const rules = networkChange ? await context.rulesAt(networkChange.scope) : [];
  const phrase = resolved.phrase ?? (networkChange && phraseOfTraffic(networkChange, rules));
  const [gains, loses] = networkChange
    ? [opensAccess(networkChange), closesAccess(networkChange)]
    : [false, false];
  return {
    step: {
      ...{ operation: prepared.operation.id, raw, account: 'ACME', line, title, action, targets },
      ...(target && { target }),
      phrase,
    },
    access: gains && loses ? 'both' : gains ? 'gained' : loses ? 'lost' : 'neither',
  };
}

/** Makes the steps of these lines, by default of every operation that changes something. */
export async function phrasedSteps(
  cloud: Awaited<ReturnType<typeof cloudOfFile>>,
  lines: readonly string[] = [...new Set([...examples, ...others])],
): Promise<readonly PhrasedStep[]> {
  const context = await contextOfLines(cloud);
  return Promise.all(lines.map((line) => stepOf(line, context)));
}
