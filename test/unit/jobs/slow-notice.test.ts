import { describe, expect, test } from 'vitest';
import { withSlowNotice } from '../../../src/jobs/slow-notice.ts';
import type { Job } from '../../../src/queue/job.ts';
import { memory } from '../../support/in-memory/memory.ts';

const base = { id: 'j1', team: 'T0', replyTo: { channel: 'C0OPS', person: 'U0ANA' } };
const read: Job = { ...base, kind: 'command', operation: 'dc.list', raw: {}, problems: [] };
const confirm: Job = { ...base, kind: 'decision', decision: 'confirm', on: 'p1' };
const first = { received: 1 };

/** Handles a job; `wait` lets the time pass after which it is slow. */
async function handled(
  job: Job,
  handle: (wait: () => void) => Promise<string>,
  { delivery = first, more = {} }: { delivery?: { received: number }; more?: object } = {},
) {
  let act = () => {};
  const { deps, said, logged } = memory({
    messenger: more,
    timer: (ms, then) => {
      expect(ms).toBe(2000);
      act = then;
      return () => {
        act = () => {};
      };
    },
  });
  const result = await withSlowNotice(job, delivery, () => handle(() => act()), deps).catch(
    (error: unknown) => String(error),
  );
  act();
  return { result, kinds: said.map(({ kind }) => kind), json: JSON.stringify(said), logged };
}
const slow = async (wait: () => void) => {
  wait();
  return 'answer';
};

describe('an answer', () => {
  test('in time comes alone, and nothing follows it', async () => {
    expect(await handled(read, async () => 'answer')).toMatchObject({ result: 'answer', kinds: [] });
  });

  test('that takes longer is announced, once', async () => {
    const { result, kinds, json } = await handled(read, slow);
    expect([result, kinds]).toEqual(['answer', ['ephemeral']]);
    expect(json).toContain('The answer comes below.');
    expect(json, 'the notice stays when the answer is there').not.toContain('…');
  });

  test('to a click on Confirm is announced in place of the preview', async () => {
    const { kinds, json } = await handled(confirm, slow);
    expect(kinds).toEqual(['replace']);
    expect(json).toContain('Asking the cloud API…');
    expect((await handled({ ...confirm, inModal: true }, slow)).kinds).toEqual(['ephemeral']);
  });

  test('to a form is not announced: its modal says that Skydesk is checking', async () => {
    expect((await handled({ ...read, view: { external: 'v1' } }, slow)).kinds).toEqual([]);
  });

  test('that becomes an error is announced, too, and the error is passed on', async () => {
    const failing = async (wait: () => void) => {
      wait();
      throw new Error('it broke');
    };
    expect(await handled(read, failing)).toMatchObject({ result: 'Error: it broke', kinds: ['ephemeral'] });
  });

  test('waits for its announcement, so that it comes last', async () => {
    const order: string[] = [];
    const ephemeral = async () => {
      await Promise.resolve();
      order.push('notice');
    };
    await handled(read, slow, { more: { ephemeral } });
    order.push('answer');
    expect(order).toEqual(['notice', 'answer']);
  });

  test('comes even if Slack does not take the announcement', async () => {
    const ephemeral = () => Promise.reject(new Error('Slack is away'));
    const { result, logged } = await handled(read, slow, { more: { ephemeral } });
    expect(result).toBe('answer');
    expect(logged.join()).toContain('notice not sent');
  });
});

test.each<[string, Job, { received: number }]>([
  ['a job that is delivered again', read, { received: 2 }],
  ['a poll of the Home tab', { ...base, kind: 'home', answered: false }, first],
])('%s announces nothing', async (_, job, delivery) => {
  expect((await handled(job, slow, { delivery })).kinds).toEqual([]);
});
