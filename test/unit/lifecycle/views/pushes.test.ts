import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Answer } from '../../../../src/answer/answer.ts';
import type { Change } from '../../../../src/change/model/change.ts';
import { notificationAnswer } from '../../../../src/change/words/notification-answer.ts';
import { breakGlassNotice, card } from '../../../../src/lifecycle/views/card.ts';
import { progressAnswer } from '../../../../src/lifecycle/views/progress-answer.ts';
import { offerAnswer, outcomeAnswer, statusAnswer } from '../../../../src/lifecycle/views/status-answer.ts';
import { reminder } from '../../../../src/lifecycle/views/thread-replies.ts';
import { notification } from '../../../../src/slack/render/notification.ts';
import { endOf, endsAt } from '../../../support/made/ends.ts';
import { noon, request } from '../../../support/made/requests.ts';
import { sampleChanged } from '../../../support/made/sample-changed.ts';
import { onPhone, wrongOnPhone } from '../../../support/push.ts';

const title = 'Open 10.0.0.0/24 (DE1) → 10.1.0.0/24 (VA1) · tcp/5432';
const thing = '10.0.0.0/24 (DE1) → 10.1.0.0/24 (VA1)';
const opens = { title, phrase: { verb: 'open', thing, rest: ', all ports' } } as const;
const points = [{ points: 7, why: 'wide' }];
const asked = request({ number: 42, approvers: 2, points }, opens);
const over = (status: Change['status']) => request({ number: 42, status }, opens);
const ends = 'alert policy Night watch assigned to DE1ACMEJUMP01';
const minute = 60_000;
const endedAs = (kind: 'done' | 'skipped') =>
  notificationAnswer(endOf({ status: kind, step: { outcome: { kind, answer: [], job: 'j1' } } }), endsAt);

const openedPush =
  '⚠️ Opened outside Skydesk in ACME: 256 addresses gain access to 256 addresses in DE1 on SSH';
const possiblePush =
  '⚠️ Possibly opened outside Skydesk in ACME: 256 addresses gain access to 256 addresses in DE1 on SSH';
const digestPush = '⚠️ Changed outside Skydesk in ACME: Alert policy Night watch removed and 2 more changes';

test.each<[string, Answer, string]>([
  ['a card', card(asked), `🔴 @somebody: open ${thing}, all ports, no end · risk 7 · needs 2`],
  [
    'the message to its requester',
    statusAnswer(asked),
    `🔴 You want to open ${thing}, all ports, no end · risk 7 · needs 2`,
  ],
  [
    'a rejection',
    outcomeAnswer(over('rejected'), noon),
    `❌ Rejected · not opened: ${thing}, all ports (#42)`,
  ],
  [
    'an expiry',
    outcomeAnswer(over('expired'), noon),
    `⚪ Not opened: 0 of 1 approved in 0 min · ${thing}, all ports (#42)`,
  ],
  ['a running change', progressAnswer(over('running'), noon), `⏳ Opening ${thing}, all ports (#42)`],
  [
    'a break-glass',
    breakGlassNotice(asked, 'because'),
    `⚠️ @somebody opens ${thing}, all ports without approval: “because”`,
  ],
  [
    'a reminder',
    reminder(asked, asked.expires - 61 * minute),
    `⏳ 6 h 59 min: @somebody, open ${thing}, all ports · risk 7 · needs 2`,
  ],
  [
    'a suggestion',
    offerAnswer(asked, { id: 's1', by: 'U0BEN', title }),
    `@somebody suggests less for #42: ${title}`,
  ],
  ['an end', notificationAnswer(endOf(), endsAt - 15 * minute), `⏳ Ends in 15 min: ${ends}`],
  [
    'an end that is overdue',
    notificationAnswer(endOf({ reversal: { overdue: true } }), endsAt),
    `⚠️ Still in effect 1 min after its end: ${ends}`,
  ],
  ['an end that was made', endedAs('done'), `⚪ Ended: ${ends}`],
  ['an opening outside Skydesk', sampleChanged()['what was opened outside'] ?? [], openedPush],
  ['a possible opening outside', sampleChanged()['what may have been opened outside'] ?? [], possiblePush],
  ['a digest', sampleChanged()['what was changed outside in a day'] ?? [], digestPush],
  ['an end that was not made', endedAs('skipped'), `⚠️ Not ended: ${ends}`],
])('the push of %s says what it is about and what is wanted', (_, answer, says) => {
  const text = notification(answer, '/cloud');
  expect(onPhone(text)).toBe(says);
  expect(wrongOnPhone(text)).toEqual([]);
});

test.each([openedPush, digestPush])('the page on notifications has the push of a watch: %s', (says) => {
  const page = readFileSync(path.join(import.meta.dirname, '../../../../docs/notifications.md'), 'utf8');
  expect(page.replace(/\s+/g, ' ')).toContain(`\`${says}\``);
});
