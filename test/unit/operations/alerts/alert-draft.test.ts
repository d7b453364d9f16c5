import { expect, test } from 'vitest';
import { UserError } from '../../../../src/answer/user-error.ts';
import { changed } from '../../../../src/operations/alerts/alert-draft.ts';

const policy = {
  id: 'p1',
  name: 'Disk 80',
  actions: [{ action: 'email', settings: { recipients: ['ops@example.com'] } }],
  triggers: [{ metric: 'disk', threshold: 80, duration: '00:05:00' }],
  links: [],
};

test('an alert policy keeps at least one trigger', () => {
  expect(() => changed(policy, { disk: 'off' })).toThrow(UserError);
  expect(changed(policy, { disk: 'off', cpu: 90 }).triggers).toEqual([
    { metric: 'cpu', threshold: 90, duration: '00:05:00' },
  ]);
});
