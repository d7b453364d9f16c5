import { expect, test } from 'vitest';
import { notificationAnswer } from '../../../../src/change/words/notification-answer.ts';
import { words } from '../../../support/in-memory/memory.ts';
import { endOf, endsAt } from '../../../support/made/ends.ts';

test.each([
  [[], 'U0ANA'],
  [['U0BEN'], 'U0ANA · approved by U0BEN'],
  [['U0BEN', 'U0CORA'], 'U0ANA · approved by U0BEN and U0CORA'],
])('the notification of an end names its requester and its approvers: %j', (approvers, says) => {
  const overdue = notificationAnswer(endOf({ reversal: { approvers, overdue: true } }), endsAt);
  expect(words(overdue.at(-1))).toBe(`context${says}`);
});
