import { expect, test } from 'vitest';
import { skydeskOfFile } from '../../../support/index.ts';

const skydesk = await skydeskOfFile({ workers: 1 });

const ask = async (path: string): Promise<unknown> =>
  (await fetch(`${skydesk.url}/_inspector/${path}`)).json();

test('switches can be set, and mistakes are explained in a sentence', async () => {
  const post = async (body: unknown) => {
    const response = await fetch(`${skydesk.url}/_inspector/faults`, {
      method: 'POST',
      body: JSON.stringify(body),
    });
    return { status: response.status, body: await response.json() };
  };
  expect(await post({ id: 'expired-trigger', on: true })).toMatchObject({ status: 200 });
  expect(await ask('faults')).toContainEqual(
    expect.objectContaining({ id: 'expired-trigger', on: true, kind: 'event' }),
  );
  await skydesk.inspector.setFault('expired-trigger', false);
  expect(await post({ id: 'nonsense', on: true })).toMatchObject({
    status: 400,
    body: { error: expect.stringMatching(/^There is no switch nonsense; there are one-hour, /) },
  });
  expect(await post({ id: 'slow-service' })).toMatchObject({ status: 400 });
  expect(await fetch(`${skydesk.url}/_inspector/nothing`)).toMatchObject({ status: 404 });
});
