import { describe, expect, test } from 'vitest';
import { checkMessage } from '../../../../../local/slack/blocks/check-message.ts';
import { checkView } from '../../../../../local/slack/blocks/check-view.ts';
import { messageSamples, table, twoRows, viewSamples } from '../../../../support/slack-samples.ts';

describe('in a message, Slack', () => {
  test.each(messageSamples)('%s', (_, blocks, refusal) => {
    const verdict = checkMessage({ text: 'fallback', blocks });
    if (refusal === undefined) expect(verdict).toBeUndefined();
    else
      expect([
        verdict?.error,
        ...(verdict?.problems ?? []).map(({ message, pointer }) => `${message} [${pointer}]`),
      ]).toContain(refusal);
  });

  test('answers with an error word for each kind of refusal', () => {
    const errors = [
      checkMessage({ blocks: [{ type: 'nonsense' }] }),
      checkMessage({ blocks: [table(twoRows), table(twoRows)] }),
    ].map((verdict) => verdict?.error);
    expect(errors).toEqual(['invalid_blocks', 'invalid_attachments']);
  });
});

test.each(viewSamples)('of a view, Slack %s', (_, view, refusal) => {
  const problems = checkView(view, '/view').map(({ message, pointer }) => `${message} [${pointer}]`);
  if (refusal === undefined) expect(problems).toEqual([]);
  else expect(problems).toContain(refusal);
});
