import { expect, test } from 'vitest';
import { resourceId } from '../../../../src/change/model/resource.ts';
import { findingId } from '../../../../src/drift/finding-id.ts';
import type { Adoption, FindingSet } from '../../../../src/drift/findings.ts';
import { explain } from '../../../../src/evaluate/describe-error.ts';
import { textOf } from '../../../support/answer-text.ts';
import { notConnected } from '../../../support/in-memory/local-cloud.ts';
import { answerOf, buttonsIn, contextOf, resolve } from '../../../support/in-memory/run-line.ts';

/* A person adopts a change that was made outside Skydesk, with a reason. */

const now = Date.UTC(2026, 10, 27, 12);
const to = now - 15 * 60_000;
const inside = { kind: 'firewall inside', dc: 'de1', id: 'f1f1f1f1aa' } as const;
const policy = (enabled: boolean) => ({
  content: {
    ...{ id: inside.id, enabled, destinationAccount: 'ACME' },
    ...{ source: ['10.0.0.0/24'], destination: ['10.0.1.0/24'], ports: ['tcp/443'] },
  },
});
const disabled = { subject: inside, before: policy(true), after: policy(false) };
const kept = { person: 'U0ANA', at: now, reason: 'Ours by agreement' };
const set: FindingSet = {
  ...{ id: 'f1', account: 'ACME', kind: 'firewall inside', from: to - 1000, to },
  findings: [{ ...disabled, by: { kind: 'outside' } }],
};
const id = findingId(set, 0);
/** `meanwhile` is an adoption between the read and the write. */
const contextWith = (adopted?: Adoption, present = disabled.after, meanwhile?: Adoption) => {
  const stored: unknown[] = [];
  const context = contextOf(notConnected, {
    clock: () => now,
    requester: 'U0ANA',
    watching: { accounts: ['ACME'], everyMinutes: 15 },
    watches: {
      heads: async () => [{ kind: inside.kind, version: 1, seq: 0, form: 1 }],
      resources: async () => ({ [resourceId('ACME', inside)]: { subject: inside, ...present } }),
      findings: async (_, since) => (since <= to ? [set] : []),
      adoptions: async () => new Map(adopted ? [[id, adopted]] : []),
      adopt: async (...adopting) => {
        stored.push(adopting);
        return meanwhile ?? adopting[2];
      },
    },
  });
  return { context, stored };
};
const line = `changed adopt ${id} reason="Ours by agreement"`;

test('an adoption is titled with its change and reason, and stored with its owner and reason', async () => {
  const { context, stored } = contextWith();
  const plan = await resolve(line, context);
  expect(plan.title).toBe(
    'Adopt change Firewall policy f1f1f1f1 in DE1 changed · enabled → disabled · 10.0.0.0/24 → 10.0.1.0/24 in DE1 · tcp/443 · “Ours by agreement”',
  );
  await plan.run();
  expect(stored).toEqual([['ACME', id, kept]]);
});

test('an adopted change is listed with its owner, without a button', async () => {
  const answer = await answerOf('changed', contextWith(kept).context);
  expect(textOf(answer).replaceAll(/[<@>]/g, '')).toContain('adopted by U0ANA: “Ours by agreement”');
  expect(buttonsIn(answer)).toEqual([]);
});

test('a change that can be adopted is in a menu that opens the form', async () => {
  const answer = await answerOf('changed', contextWith().context);
  expect(answer).toContainEqual(
    expect.objectContaining({
      kind: 'menu',
      groups: [
        { label: 'Changes', options: [expect.objectContaining({ action: { form: `changed adopt ${id}` } })] },
      ],
    }),
  );
});

test.each([
  ['it is adopted already', contextWith(kept), 'Somebody has adopted this already.'],
  ['it was reverted', contextWith(undefined, disabled.before), 'This change is no longer current'],
])('a change can’t be adopted if %s', async (_, { context }, why) => {
  await expect(resolve(line, context)).rejects.toThrow(why);
});

test('the loser of a race learns who adopted it', async () => {
  const bens = { ...kept, person: 'U0BEN', reason: 'Planned' };
  const { run } = await resolve(line, contextWith(undefined, disabled.after, bens).context);
  const error = await run().catch((error: unknown) => error);
  expect(textOf(explain(error)).replaceAll(/[<@>]/g, '')).toBe(
    'Somebody has adopted this already.\nIts owner is U0BEN: “Planned”\nNothing was changed.',
  );
});

test('a change that was not found can’t be adopted', async () => {
  const unknown = findingId({ ...set, to: to + 1 }, 0);
  await expect(resolve(line.replace(id, unknown), contextWith().context)).rejects.toThrow(
    'There is no change outside Skydesk “',
  );
});
