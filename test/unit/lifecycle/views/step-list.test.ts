import { expect, test } from 'vitest';
import type { Change } from '../../../../src/change/model/change.ts';
import type { Step } from '../../../../src/change/model/step.ts';
import { clockTime } from '../../../../src/change/words/end-in-words.ts';
import { mapNonEmpty, type NonEmpty } from '../../../../src/core/non-empty.ts';
import { progressAnswer } from '../../../../src/lifecycle/views/progress-answer.ts';
import { stepActions, stepList } from '../../../../src/lifecycle/views/step-list.ts';
import { draw } from '../../../../src/slack/render/draw.ts';
import { words } from '../../../support/in-memory/memory.ts';
import { stepOf } from '../../../support/made/changes.ts';
import { noon, request } from '../../../support/made/requests.ts';

const undoes = {
  id: 'c1.1',
  of: '#1',
  subject: { kind: 'assignment', key: 'k', target: 't' },
} satisfies Step['undoes'];

/** A change that is over, with equal steps on servers, of which those at `failed` have failed. */
function overOn(servers: number, failed: readonly number[] = []): Change {
  const all = Array.from({ length: servers }, (_, at) => `DE1ACMEWEB${at}`);
  const [first = '', ...others] = all;
  const names: NonEmpty<string> = [first, ...others];
  const closed = { event: 'applied', person: 'U0ANA', job: 'j1' } as const;
  return {
    ...request({ status: failed.length > 0 ? 'failed' : 'done', approvers: 0, closed }),
    steps: mapNonEmpty(names, (name, at) => {
      const outcome = failed.includes(at)
        ? { kind: 'failed' as const, answer: [], note: 'It is gone.', job: 'j1' }
        : { kind: 'done' as const, answer: [], job: 'j1' };
      const title = `Unassign alert policy Disk 80 → ${name}`;
      const line = `alert unassign ${'2'.repeat(32)} ${name}`;
      return { ...stepOf({ title, line, target: { noun: 'server', name }, outcome, undoes }) };
    }),
  };
}

test('a closed change lists each failed step with its reason, and the done steps in one line', () => {
  const [list] = stepList(overOn(8, [2]));
  expect(list).toMatchObject({
    title: '7 of 8 done, 1 failed',
    tasks: [
      { title: 'DE1ACMEWEB2 · It is gone.', state: 'failed' },
      { title: 'DE1ACMEWEB0, DE1ACMEWEB1, DE1ACMEWEB3 and 4 more', state: 'done' },
    ],
  });
});

test('the result of an Undo of 17 servers says what it undid, in under 300 characters', () => {
  const answer = progressAnswer(overOn(17), noon);
  expect(words(answer)).toContain('Undo of #1 · ');
  expect(words(answer)).not.toContain('alert unassign');
  const { blocks } = draw(
    answer.filter(({ kind }) => kind !== 'push'),
    '/cloud',
  );
  const texts = JSON.stringify(blocks).match(/"(?:text|title)":"[^"]*"/g) ?? [];
  expect(texts.join('').length).toBeLessThan(300 + texts.length * '"title":""'.length);
});

test('the result of several steps says which of them end when, and which stay', () => {
  const at = noon + 3_600_000;
  const temporary = (...ends: readonly Partial<Step>[]): Change => {
    const change = overOn(ends.length);
    return { ...change, steps: mapNonEmpty(change.steps, (step, index) => ({ ...step, ...ends[index] })) };
  };
  const active = { end: { phase: 'active', since: noon, endsAt: at } } as const;
  const left = { end: { phase: 'skipped', since: noon, endsAt: at } } as const;
  const stays = {
    outcome: { kind: 'done', answer: [], job: 'j1', stays: { why: 'it was deleted' } },
  } as const;
  const unknown = { ends: { at }, outcome: { kind: 'unknown', answer: [], job: 'j1' } } as const;
  expect(words(stepActions(temporary(active, active), noon).slice(-1))).toBe(
    `contextEnds ${words(clockTime(at, noon))}`,
  );
  expect(words(stepActions(temporary(active, left, active), noon))).toMatch(
    /Steps 1 and 3: Ends .* · Step 2: ⚠️ Not ended: somebody changed it/,
  );
  expect(words(stepActions(temporary(active, stays), noon))).toContain(
    'Step 2: This doesn’t end by itself: it was deleted.',
  );
  expect(words(stepActions(temporary(active, unknown), noon))).toContain('it doesn’t end by itself');
});

test('the result of several steps offers to extend or end each that ends by itself, in a menu', () => {
  const change = overOn(3, [1]);
  const ending = { end: { phase: 'active', since: noon, endsAt: noon + 3_600_000 } } as const;
  const [first, failed, last] = change.steps;
  if (!failed || !last) throw new Error('It has three steps');
  const steps = [{ ...first, ...ending }, failed, { ...last, ...ending }] as const;
  const answer = stepActions({ ...change, steps }, noon);
  const [block] = draw(answer, '/cloud').blocks;
  expect(block).toMatchObject({
    elements: [
      {
        type: 'static_select',
        placeholder: { text: 'Extend or end…' },
        option_groups: ['a1', 'a1.3'].map((id, at) => ({
          label: { text: `Step ${2 * at + 1}: DE1ACMEWEB${2 * at}` },
          options: [
            { text: { text: 'Extend…' }, value: `form@ACME|extend ${id} 1h` },
            { text: { text: 'End Now' }, value: `line@ACME|end ${id}` },
          ],
        })),
      },
      { type: 'button', text: { text: 'Retry Failed (1)' } },
    ],
  });
  const ended = { ...ending.end, phase: 'ended' } as const;
  const over = mapNonEmpty(steps, (step) => ({ ...step, end: ended }));
  expect(words(stepActions({ ...change, steps: over }, noon))).not.toContain('End Now');
});
