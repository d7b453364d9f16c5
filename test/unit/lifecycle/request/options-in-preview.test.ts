import { expect, test } from 'vitest';
import { reviewContent, reviewHeadline } from '../../../../src/lifecycle/decide/show-review.ts';
import { confirmChange } from '../../../../src/lifecycle/request/confirm.ts';
import { changeFrom, evaluateRequest } from '../../../../src/lifecycle/request/evaluate-request.ts';
import { storePreview } from '../../../../src/lifecycle/request/preview-change.ts';
import { card } from '../../../../src/lifecycle/views/card.ts';
import { statusAnswer } from '../../../../src/lifecycle/views/status-answer.ts';
import { join } from '../../../../src/operation/words.ts';
import { answerIn } from '../../../../src/queue/result.ts';
import { cloudOfFile, connected } from '../../../support/in-memory/local-cloud.ts';
import { changesInMemory, memory, words } from '../../../support/in-memory/memory.ts';
import { confirmationOf } from '../../../support/made/clicks.ts';
import { preparedFrom } from '../../../support/made/typed-line.ts';

const cloud = await cloudOfFile();
const replyTo = { channel: 'C0OPS', person: 'U0ANA' };
const hour = 3_600_000;

const given = { account: 'ACDV', why: 'Full disks', ticket: 'OPS-7', starts: '2h', ends: '3h' };

/** A line with these options, evaluated as for its preview, which is stored. */
async function previewed(line: string, options: Partial<typeof given>) {
  const { deps, put } = memory({ service: connected(cloud) });
  const typed = `${line} ${join(Object.entries(options).map(([key, text = '']) => ({ key, text })))}`;
  const evaluated = await evaluateRequest(
    changeFrom(preparedFrom(typed)),
    { id: 'j1', team: 'T0', replyTo },
    deps,
  );
  const text = words(answerIn((await storePreview(evaluated, deps)).result));
  const hashes = evaluated.evaluation.basis.map(({ hash }) => hash);
  return { text, hashes, stored: put[0], now: deps.clock() };
}

const everyOption = ['ACDV', 'Full disks', 'OPS-7', 'Starts ', ' 3 h'];

test.each([
  ['one step', 'alert assign "CPU high" VA1ACDVDEV02'],
  ['several steps', 'alert assign "CPU high" va1acdv*'],
  ['a plan', String.raw`plan "alert assign \"CPU high\" VA1ACDVDEV02"`],
])(
  'the preview, the stored change and the hashes that people agree to have each option: %s',
  async (_, line) => {
    const { text, hashes, stored, now } = await previewed(line, given);
    for (const shown of everyOption) expect(text).toContain(shown);
    expect(stored).toMatchObject({ reason: 'Full disks', ticket: 'OPS-7' });
    for (const step of stored?.steps ?? [])
      expect(step).toMatchObject({ account: 'ACDV', startsAt: now + 2 * hour, ends: { after: 3 * hour } });
    for (const option of ['why', 'ticket', 'starts', 'ends'] as const) {
      const { [option]: _left, ...others } = given;
      const without = await previewed(line, others);
      expect(without.hashes, option).toHaveLength(hashes.length);
      expect(
        without.hashes.filter((hash) => hashes.includes(hash)),
        option,
      ).toEqual([]);
    }
  },
);

test('the card, the review, the direct message and the stored request have each option', async () => {
  const line = 'firewall intra create de1 tcp/443 source=10.0.0.0/24 destination=10.1.0.0/24';
  const { stored } = await previewed(line, given);
  if (!stored) throw new Error('No preview is stored');
  const { changes, kept } = changesInMemory();
  const { deps, state } = memory({ service: connected(cloud), changes });
  state.settled = { change: stored };
  await confirmChange(confirmationOf(stored, { id: 'j2' }), deps);
  const change = kept.get(stored.id);
  if (!change) throw new Error('Nothing waits for approval');
  const review = [...reviewHeadline(change), ...reviewContent(change)];
  for (const answer of [card(change), review, statusAnswer(change)])
    for (const shown of everyOption) expect(words(answer)).toContain(shown);
  expect(change.steps).toEqual(stored.steps);
  expect(change).toMatchObject({ reason: 'Full disks', ticket: 'OPS-7' });
});
