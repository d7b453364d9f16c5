import { expect, test } from 'vitest';
import { skydeskOfFile } from '../../../harness/index.ts';

const skydesk = await skydeskOfFile({ workers: 1 });

const ask = async (path: string): Promise<unknown> =>
  (await fetch(`${skydesk.url}/_inspector/${path}`)).json();

test('switches are turned, and mistakes explained in a sentence', async () => {
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

test('names are offered as they are at the service, and looking for them leaves no trace', async () => {
  skydesk.cloud.clearRequests();
  skydesk.cloud.control.fail({ how: 'internal', times: 9 });
  expect(await ask('choices?operation=alert.show&field=policy&filter=disk')).toMatchObject([
    { label: 'Disk 80' },
  ]);
  expect(await ask('choices?operation=server.show&field=server&filter=de1acmeweb01')).toMatchObject([
    { value: 'de1acmeweb01', label: 'DE1ACMEWEB01' },
  ]);
  const beside = encodeURIComponent('{"dc":"de1"}');
  expect(await ask(`choices?operation=firewall.delete&field=id&beside=${beside}`)).toContainEqual(
    expect.objectContaining({
      value: 'ac11a45805692c2be6249d2cd0f08ed2',
      label: expect.stringMatching(/ → .* · active$/),
      words: 'ac11a458',
    }),
  );
  const onServer = encodeURIComponent('{"server":"DE1ACMEWEB01"}');
  expect(await ask(`choices?operation=ip.remove&field=address&beside=${onServer}`)).toMatchObject([
    { value: '203.0.113.10', label: '203.0.113.10' },
  ]);
  expect(skydesk.cloud.requests).toEqual([]);
  expect(skydesk.cloud.control.faults().failures).toMatchObject([{ times: 9 }]);
  skydesk.cloud.control.reset();
  expect(await ask('choices?operation=fields&field=nothing')).toMatchObject({
    error: 'There is nothing to choose from for nothing of fields.',
  });
});
