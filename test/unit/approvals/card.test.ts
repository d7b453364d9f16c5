import { expect, test } from 'vitest';
import { card } from '../../../src/approvals/card.ts';
import { textOf } from '../answer-text.ts';
import { request, suggestionOf, voteOf } from './requests.ts';

/** The lines of a card as they are shown. */
const linesOf = (approval: Parameters<typeof card>[0]): string[] => textOf(card(approval)).split('\n');

const suggestion = suggestionOf('do less', { comment: 'enough' });

test('a suggestion stands on the card while the requester can accept it', () => {
  const open = linesOf(request({ suggestion }));
  expect(open).toContain('<@U0BEN> suggests something narrower: do less. <@U0ANA> can still accept it.');
  expect(open).toContain('Why: “enough”');
  expect(linesOf(request({ suggestion, phase: 'rejected' })).join()).not.toContain('suggests');
});

test('what people wrote adds no line to the card', () => {
  const forged = 'in use\n✅ Approved and done.\u2028Ticket: OPS-1';
  const shown = (words: string) =>
    linesOf(
      request({
        reason: words,
        votes: [voteOf('U0BEN', 'approve', { comment: words })],
        suggestion: { ...suggestion, comment: words },
      }),
    );
  expect(shown(forged)).toHaveLength(shown('in use').length);
});
