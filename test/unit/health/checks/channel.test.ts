import { expect, test } from 'vitest';
import { approvalsChannel } from '../../../../src/health/checks/check-slack.ts';
import { foundBy } from '../stub.ts';

const channels = (...names: string[]) =>
  names.map((name) => ({ id: `C0${name.toUpperCase()}`, name, is_member: true }));

test('a channel is found on any page of the list', async () => {
  const asked: string[] = [];
  const found = await foundBy(approvalsChannel, (_, { cursor = 'first' }) => {
    asked.push(cursor);
    return cursor === 'first'
      ? { ok: true, channels: channels('general'), response_metadata: { next_cursor: 'second' } }
      : { ok: true, channels: channels('approvals'), response_metadata: { next_cursor: '' } };
  });
  expect(asked).toEqual(['first', 'second']);
  expect(found).toEqual([{ state: 'ok', message: 'Skydesk is a member of #approvals.' }]);
});

test('an endless list is given up', async () => {
  let pages = 0;
  const [found] = await foundBy(approvalsChannel, () => {
    pages += 1;
    return { ok: true, channels: channels('general'), response_metadata: { next_cursor: 'more' } };
  });
  expect(pages).toBe(10);
  expect(found?.state).toBe('wrong');
});

test('an archived channel is an error', async () => {
  const [changes = {}] = channels('approvals');
  const found = await foundBy(approvalsChannel, () => ({
    ok: true,
    channels: [{ ...changes, is_archived: true }],
  }));
  expect(found).toEqual([
    {
      state: 'wrong',
      message: '#approvals is archived.',
      next: 'Unarchive it, or set another approvals.channel in policy.json.',
    },
  ]);
});
