import { expect, test } from 'vitest';
import type { Answer } from '../../../../src/answer/answer.ts';
import { newsAnswer } from '../../../../src/change/words/news-answer.ts';
import { breakGlassNotice, card } from '../../../../src/lifecycle/views/card.ts';
import { progressAnswer } from '../../../../src/lifecycle/views/progress-answer.ts';
import { offerAnswer, outcomeAnswer, statusAnswer } from '../../../../src/lifecycle/views/status-answer.ts';
import { reminder } from '../../../../src/lifecycle/views/thread-replies.ts';
import { notification } from '../../../../src/slack/render/notification.ts';
import { endOf, endsAt } from '../../ends.ts';
import { onPhone, wrongOnPhone } from '../../push.ts';
import { noon, request } from '../../requests.ts';

const title = 'Open 10.0.0.0/24 (DE1) → 10.1.0.0/24 (VA1) · tcp/5432';
const points = [{ points: 7, why: 'wide' }];
const asked = request({ number: 42, approvers: 2, points }, { title });
const over = (facts: Parameters<typeof request>[0]) => request({ number: 42, ...facts }, { title });
const ends = 'Assign alert policy Night watch → DE1ACMEJUMP01';
const outcome = { kind: 'done', answer: [], job: 'j1' } as const;
const minute = 60_000;

test.each<[string, Answer, string]>([
  ['a card', card(asked), `@somebody asks: ${title} · risk 7 · needs 2 approvals`],
  ['the message to its requester', statusAnswer(asked), `⏳ #42, ${title}: 2 approvals missing`],
  [
    'a request that was rejected',
    outcomeAnswer(over({ status: 'rejected' }), noon),
    `❌ Rejected · ${title} · #42`,
  ],
  [
    'a request that expired',
    outcomeAnswer(over({ status: 'expired' }), noon),
    `Expired without enough approvals · ${title} · #42`,
  ],
  [
    'what is being applied',
    progressAnswer(over({ status: 'running' }), noon),
    `⏳ Applying… · ${title} · #42`,
  ],
  [
    'a break-glass approval',
    breakGlassNotice(asked, 'because'),
    `⚠️ Break-glass by @somebody: ${title} · #42`,
  ],
  [
    'a reminder',
    reminder(asked, asked.expires - 61 * minute),
    `⏳ #42, ${title}: 2 approvals missing · expires in 61 min`,
  ],
  [
    'a suggestion',
    offerAnswer(asked, { id: 's1', by: 'U0BEN', title }),
    `@somebody suggests changes to #42: ${title}`,
  ],
  ['an end', newsAnswer(endOf(), endsAt - 15 * minute), `⏳ Ends in 15 min: ${ends}`],
  ['an end that is overdue', newsAnswer(endOf({ ending: { overdue: true } }), endsAt), `⚠️ Overdue: ${ends}`],
  ['what has ended', newsAnswer(endOf({ status: 'done', step: { outcome } }), endsAt), `✅ Ended: ${ends}`],
  [
    'what was not ended',
    newsAnswer(endOf({ status: 'left', step: { outcome: { ...outcome, kind: 'left' } } }), endsAt),
    `⚠️ Not ended: ${ends}`,
  ],
])('a phone says of %s what it is about, and what is wanted', (_, answer, says) => {
  const text = notification(answer, '/cloud');
  expect(onPhone(text)).toBe(says);
  expect(wrongOnPhone(text)).toEqual([]);
});
