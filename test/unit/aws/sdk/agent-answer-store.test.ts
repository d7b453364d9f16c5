import { expect, test } from 'vitest';
import { present } from '../../../../src/agents/present.ts';
import { note, table } from '../../../../src/answer/answer.ts';
import { agentAnswersIn } from '../../../../src/aws/sdk/agent-answer-store.ts';
import type { Item, Table } from '../../../../src/aws/sdk/dynamodb.ts';

/** Text that takes three bytes a character and is hard to compress. */
function* unlikeTexts(): Generator<string, never> {
  let state = 1;
  const next = (): number => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state;
  };
  while (true)
    yield String.fromCharCode(...Array.from({ length: 60 }, () => 0x4e00 + ((next() >> 8) % 20_000)));
}

test('the longest answer fits into an item, which holds 400 KB', async () => {
  const texts = unlikeTexts();
  const some = (length: number) => Array.from({ length }, () => texts.next().value);
  const answer = [
    ...some(1000).map((text) => note(text)),
    table({
      caption: 'Names',
      columns: some(4).map((name) => ({ name })),
      rows: Array.from({ length: 1000 }, () => some(4)),
    }),
  ];
  const kept: Item[] = [];
  const put: Table['put'] = async ({ Item }) => void kept.push(Item);
  const rendered = { outcome: 'answered', ...present({ outcome: 'answered', answer }, '/cloud') } as const;
  await agentAnswersIn({ put } as Table, () => 0).put('slot', rendered);
  const [item] = kept;
  expect(rendered.text.length).toBeGreaterThan(20_000);
  expect(Object(item).content.length).toBeLessThan(350 * 1024);
  expect(item).toMatchObject({ pk: 'agent-answer#slot', ttl: 3600 });
});
