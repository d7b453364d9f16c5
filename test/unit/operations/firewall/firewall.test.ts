import fc from 'fast-check';
import { expect, test } from 'vitest';
import { UserError } from '../../../../src/answer/user-error.ts';
import { commandsIn } from '../../../../src/evaluate/make-command.ts';
import {
  describeCross,
  describeIntra,
  otherAccount,
  readWhereabouts,
  untilActive,
  whereabouts,
} from '../../../../src/operations/firewall/firewall.ts';
import { firewallCreate } from '../../../../src/operations/firewall/firewall-create.ts';
import { textOf } from '../../../support/answer-text.ts';
import { cloudOfFile } from '../../../support/in-memory/local-cloud.ts';
import { buttonsIn, contextAt, resolve } from '../../../support/in-memory/run-line.ts';

test.each([
  ['active', true, 'done', 'Firewall policy f1'],
  ['Active', true, 'done', 'Firewall policy f1'],
  ['active', false, 'done', 'Firewall policy f1\nSomebody disabled it meanwhile, so see what it allows.'],
  ['pending', true, 'running', ''],
  ['ERROR', true, 'failed', 'Firewall policy not activated · traffic · f1'],
])('a new policy that is %s and enabled=%s is %s', (status, enabled, phase, sentence) => {
  const own = { service: { alias: 'ACME' }, login: { accountAlias: 'ACME' } };
  const policy = { status, enabled, id: 'f1' };
  const progress = untilActive('between', 'de1', policy, 'traffic', commandsIn(own));
  expect(progress.phase).toBe(phase);
  expect(textOf('answer' in progress ? progress.answer : [])).toContain(sentence);
});

test('a new policy that somebody changed before it was active says so', () => {
  const context = commandsIn({ service: { alias: 'ACME' }, login: { accountAlias: 'ACME' } });
  const policy = { status: 'active', enabled: true, id: 'f1' };
  const progress = untilActive('inside', 'de1', policy, 'traffic', context, { id: 'f1' });
  expect(textOf('answer' in progress ? progress.answer : [])).toContain(
    'Somebody changed it meanwhile, so see what it allows.',
  );
});

const own = { alias: 'acme' };

test.each([
  ['ACME', 'ACME', '10.0.0.0/24 (DE1) → 10.1.0.0/24 (VA1) · all ports'],
  ['ACME', 'acdv', '10.0.0.0/24 (DE1) → 10.1.0.0/24 (VA1 · ACDV) · all ports'],
  ['ACDV', 'ACME', '10.0.0.0/24 (DE1 · ACDV) → 10.1.0.0/24 (VA1) · all ports'],
])('a cross-data-center policy from %s to %s names the account that is not its own', (from, to, words) => {
  const policy = {
    sourceCidr: '10.0.0.0/24',
    sourceLocation: 'de1',
    sourceAccount: from,
    destinationCidr: '10.1.0.0/24',
    destinationLocation: 'VA1',
    destinationAccount: to,
  };
  expect(describeCross(policy, own)).toBe(words);
});

test.each([
  [['tcp/443', 'icmp'], 'ACME', 'a, b → c in DE1 · tcp/443, icmp'],
  [['tcp/443', 'any'], 'ACDV', 'a, b → c (ACDV) in DE1 · all ports'],
])('a policy inside a data center on %s to %s', (ports, destinationAccount, words) => {
  const policy = { source: ['a', 'b'], destination: ['c'], ports, destinationAccount };
  expect(describeIntra(policy, 'de1', own)).toBe(words);
});

test('a place reads back as it was written', () => {
  const account = fc.option(fc.constantFrom('ACME', 'acme', 'ACDV', 'acdv', 'T3ST'), { nil: undefined });
  fc.assert(
    fc.property(fc.stringMatching(/^[a-zA-Z]{2}[0-9]$/), account, (dataCenter, alias) => {
      expect(readWhereabouts(whereabouts(dataCenter, alias, own))).toEqual({
        dataCenter: dataCenter.toUpperCase(),
        account: otherAccount(alias, own),
      });
    }),
  );
});

test('one data center under two names is refused before its preview, with the form for a policy inside it', async () => {
  const context = await contextAt(await cloudOfFile());
  const line =
    'firewall create de1 "DE1 - Germany (Frankfurt)" source=10.0.0.0/24 destination=10.1.0.0/24 why="Nightly backup"';
  const error = await resolve(line, context).catch((caught: unknown) => caught);
  expect(error).toMatchObject({
    changed: 'nothing',
    message: 'The destination must be another data center than the source.',
    next: 'Inside one data center, use “firewall intra create”.',
  });
  expect(error instanceof UserError && buttonsIn(error.details)).toEqual([
    {
      label: 'Create Inside One…',
      action: { form: 'firewall intra create dc=de1 source=10.0.0.0/24 destination=10.1.0.0/24' },
    },
  ]);
});

const between = (source: string) =>
  `firewall create de1 va1 source=${source} destination=10.1.0.0/24 why="Nightly backup"`;

test('a server in place of a range stands for its private address, which people agree to', async () => {
  const context = await contextAt(await cloudOfFile());
  const { details } = await context.service.servers.get('de1acmedb02');
  const source = `${details?.ipAddresses?.[0]?.internal}/32`;
  const resolved = await resolve(between('DE1ACMEDB02'), context);
  expect(resolved).toMatchObject({ raw: { source }, networkChange: { traffic: { sources: [source] } } });
  expect(resolved.title).toContain(`${source} (DE1) → 10.1.0.0/24 (VA1)`);
});

test.each([
  ['VA1ACMEAPI01', 'VA1ACMEAPI01 is in VA1, not in DE1.'],
  ['DE1ACMEWEB01', 'Which address of DE1ACMEWEB01?'],
])('a server that is elsewhere, or has several addresses, is no source yet: %s', async (server, message) => {
  const context = await contextAt(await cloudOfFile());
  await expect(resolve(between(server), context)).rejects.toMatchObject({ message, changed: 'nothing' });
});

test('a server is never less than what was requested, since nobody has looked up its address', () => {
  const { isNoWider } = firewallCreate.fields.source ?? {};
  expect([isNoWider?.('DE1ACMEWEB01', '0.0.0.0/0'), isNoWider?.('10.0.0.7/32', '10.0.0.0/24')]).toEqual([
    false,
    true,
  ]);
});
