import { expect, test } from 'vitest';
import { auditEntries } from '../../../src/audit-log/entries.ts';
import { auditEvents } from '../../../src/change/model/audit-log.ts';
import { changeOf } from '../changes.ts';

const deps = { clock: () => 0 };

test('entries of a change that an agent requested say through what, but those of a decision made in Slack', () => {
  const change = changeOf({ through: 'Slackbot' });
  const silent = auditEvents.filter((event) => !auditEntries(event, change, deps)[0]?.through);
  expect(silent).toEqual(['approved', 'rejected', 'withdrawn', 'superseded', 'suggested', 'declined']);
});

test('entries of a change that was requested in Slack itself have nothing of it', () => {
  for (const event of auditEvents)
    expect(auditEntries(event, changeOf(), deps)[0]).not.toHaveProperty('through');
});
