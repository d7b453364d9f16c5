import { expect, test } from 'vitest';
import { rollbackId } from '../../../src/change/model/ids.ts';
import type { StepOutcome } from '../../../src/change/model/step.ts';
import { hour } from '../../../src/core/clock.ts';
import { openBefore } from '../../../src/evaluate/open-before.ts';
import { defaults } from '../../../src/policy/policy.ts';
import { changesInMemory } from '../../support/in-memory/memory.ts';
import { endOf, endStart, endsAt } from '../../support/made/ends.ts';
import { inside, opens } from '../policy/ways.ts';

/* An opening counts as open until now if its end has passed and may not have closed it. */

const levels = [{ minScore: 0, approvers: 1, ticket: false, maxLeaseMinutes: 240 }] as const;
const policy = { ...defaults, risk: { ...defaults.risk, levels } };
const networkChange = opens(inside, '10.0.0.0/24 > 10.0.1.0/24 : tcp/443');
const opened = { step: 'a1.2', requester: 'U0ANA', account: 'ACME', networkChange, at: endStart };
const now = endsAt + hour;

test.each<[outcome: StepOutcome['kind'] | undefined, isOpen: boolean]>([
  ['done', false],
  ['over', false],
  ['skipped', true],
  ['unknown', true],
  [undefined, true],
])(
  'what a rollback closes instead of its end, with the outcome %s, may be open: %s',
  async (kind, isOpen) => {
    const end = endOf({ status: 'superseded' }, 'a1.2');
    const [other] = endOf({}, 'a1.3').steps;
    const [step] = end.steps;
    const outcome = kind && { kind, answer: [], job: 'j1' };
    const rollback = endOf({
      id: rollbackId('a1'),
      reversal: { cause: 'failure' },
      status: kind ?? 'running',
    });
    const { changes } = changesInMemory(end, {
      ...rollback,
      steps: [
        { ...other, outcome: { kind: 'done', answer: [], job: 'j1' } },
        { ...step, outcome },
      ],
    });
    const [found] = await openBefore(
      [{ networkChange, account: 'ACME' }],
      [{ ...opened, openSince: endStart, endsAt }],
      { policy, clock: () => now, changes },
    );
    expect(found?.stillOpenAt).toBe(isOpen ? now : undefined);
  },
);
