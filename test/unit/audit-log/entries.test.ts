import { expect, test } from 'vitest';
import { agreedEntries, auditEntries, reason, startedEntry } from '../../../src/audit-log/entries.ts';
import { auditEvents } from '../../../src/change/model/audit-log.ts';
import { stepsOf } from '../../../src/change/model/step.ts';
import { CloudApiError } from '../../../src/cloud/model/cloud-error.ts';
import { defaults } from '../../../src/policy/policy.ts';
import { policyHash } from '../../../src/policy/policy-file.ts';
import { changeOf } from '../../support/made/changes.ts';

const deps = { clock: () => 0 };

test('entries of a change that an agent requested name the client, except those of decisions in Slack', () => {
  const change = changeOf({ through: 'Slackbot' });
  const silent = auditEvents.filter((event) => !auditEntries(event, change, deps)[0]?.through);
  expect(silent).toEqual([
    'approved',
    'break-glass',
    'rejected',
    'withdrawn',
    'superseded',
    'suggested',
    'declined',
  ]);
});

test('entries of a change that was requested in Slack itself name no client', () => {
  for (const event of auditEvents)
    expect(auditEntries(event, changeOf(), deps)[0]).not.toHaveProperty('through');
});

test('entries of what was requested, confirmed, approved or started name the policy that decided it', () => {
  const change = changeOf();
  const [changeStep] = stepsOf(change);
  const byPolicy = (policy: typeof defaults) => {
    const of = { ...deps, policy };
    const agreed = (['requested', 'confirmed', 'approved', 'break-glass'] as const).flatMap((event) =>
      agreedEntries(event, change, of),
    );
    return [...agreed, startedEntry(changeStep, of)].map((entry) => entry.policy);
  };
  const stricter = { ...defaults, maxTargets: 1 };
  expect(byPolicy(defaults)).toEqual(Array(5).fill(policyHash(defaults)));
  expect(byPolicy(stricter)).toEqual(Array(5).fill(policyHash(stricter)));
  expect(policyHash(stricter)).not.toBe(policyHash(defaults));
});

test('the note of a request that the cloud API rejected has the reason, which comes last', () => {
  const call = { method: 'POST', path: '/v2/servers/ACME' };
  const problems = ['The request is invalid.', 'The server must be active.'].map((message) => ({
    field: '',
    message,
  }));
  expect(reason(new CloudApiError('bad-request', call, { status: 400, problems }))).toBe(
    'The cloud API rejected this: The server must be active.',
  );
  expect(reason(new CloudApiError('bad-request', call, { problems }))).toBe(
    'That value isn’t allowed, so nothing was sent.',
  );
});
