import { describe, expect, test } from 'vitest';
import type { JobRef, Progress } from '../../../../src/operation/operation.ts';
import { ipAdd } from '../../../../src/operations/public-ips/ip-add.ts';
import { cloudOfFile } from '../../../support/in-memory/local-cloud.ts';
import { contextAt, resolve } from '../../../support/in-memory/run-line.ts';

const cloud = await cloudOfFile({ jobNotStartedMs: 0, jobExecutingMs: 60_000 });
const context = await contextAt(cloud);

const server = 'de1acmedb01';

/** Requests an address, whose job is not polled yet. */
async function begin(words: string): Promise<JobRef> {
  const outcome = await (await resolve(`ip add ${server} ${words}`, context)).run();
  if ('answer' in outcome) throw new Error('nothing to follow');
  return outcome.jobRef;
}

/** The text of an answer, the address that Undo would remove, the one that the text names, and the one for other steps. */
function told(progress: Progress) {
  if (progress.phase !== 'done') throw new Error(`the job is ${progress.phase}`);
  const text = JSON.stringify(progress.answer);
  return {
    text,
    undo: progress.inverse?.line.split(' ').at(-1),
    named: /"code":"([\d.]+)"/.exec(text)?.[1],
    result: progress.results?.address,
  };
}
/** Polls when all jobs are done. */
async function track(jobRef: JobRef) {
  cloud.control.advance(60_000);
  return told(await ipAdd.track(jobRef, context));
}
const addressWith = (port: number): string | undefined =>
  cloud.control
    .state()
    .servers.find(({ id }) => id === server)
    ?.publicIps.find(({ ports }) => ports.some((candidate) => candidate.port === port))?.address;

test.each([
  ['add DE1ACMEDB01 tcp/443', true],
  ['add DE1ACMEDB01 tcp/443 from=0.0.0.0/0', true],
  ['add DE1ACMEDB01 tcp/443 from=0.0.0.0/1,128.0.0.0/1', true],
  ['add DE1ACMEDB01 tcp/443 from=203.0.113.0/24', false],
  ['update DE1ACMEJUMP01 203.0.113.14 from=0.0.0.0/0', true],
  ['update DE1ACMEJUMP01 203.0.113.14 tcp/443', false],
])('the preview of ip %s warns that anyone can reach it: %s', async (line, warns) => {
  const { warnings } = await resolve(`ip ${line}`, context);
  expect(warnings).toEqual(warns ? ['Anyone on the internet can reach it. Limit that with from=CIDR.'] : []);
});

test('the preview of another public IP names those that the server has', async () => {
  const { warnings } = await resolve('ip add DE1ACMEJUMP01 tcp/443 from=203.0.113.0/24', context);
  expect(warnings).toEqual(['DE1ACMEJUMP01 has a public IP already: 203.0.113.14. This adds another.']);
});

test('a private IP that the server doesn’t have is refused before its preview', async () => {
  await expect(resolve('ip add DE1ACMEDB02 tcp/443 internal=10.9.9.9', context)).rejects.toMatchObject({
    changed: 'nothing',
    message: '10.9.9.9 isn’t a private IP of DE1ACMEDB02.',
    next: 'It has 10.95.131.22. Without “internal”, the cloud API assigns one.',
  });
  await expect(resolve('ip add DE1ACMEDB02 tcp/443 internal=10.95.131.22', context)).resolves.toBeDefined();
});

describe('two requests for one server at a time each get their own address', () => {
  test.each([
    ['by ports', 'tcp/443', 'tcp/8443'],
    ['by ports, one of them with ICMP', 'tcp/443', 'tcp/8443 icmp'],
    ['by a port that only one has', 'tcp/443', 'tcp/443 tcp/8443'],
    ['by sources', 'tcp/443 from=203.0.113.0/24', 'tcp/8443 from=198.51.100.0/24'],
    ['with ports in pieces', 'tcp/443-450', 'tcp/8443 tcp/8444-8450'],
    ['with sources in pieces', 'tcp/443 from=10.0.0.0/25,10.0.0.128/25', 'tcp/8443 from=10.0.0.7/24'],
  ])('%s', async (_, one, other) => {
    const [ana, ben] = [await begin(one), await begin(other)];
    const [toAna, toBen] = [await track(ana), await track(ben)];
    const bens = addressWith(8443);
    expect(bens).toBeDefined();
    expect(toBen).toMatchObject({ undo: bens, named: bens });
    expect(toAna.undo).toBeDefined();
    expect(toAna.undo).toBe(toAna.named);
    expect(toAna.undo).not.toBe(bens);
    expect(toAna.text).not.toContain(bens);
  });

  test('by the internal address that one of them named', async () => {
    const internal = cloud.control.state().servers.find(({ id }) => id === server)?.internalAddresses[0];
    await begin('tcp/443');
    const ben = await begin(`tcp/443 internal=${internal}`);
    const toBen = await track(ben);
    expect(toBen.text).toContain(`" → ",{"code":"${internal}"}`);
    expect(toBen.undo).toBe('203.0.113.16');
  });
});

test('several new addresses that are alike are named, and there is no Undo', async () => {
  const [ana] = [await begin('tcp/443'), await begin('tcp/443')];
  const { text, undo, named } = await track(ana);
  expect(text).toContain('doesn’t say which address it added: 203.0.113.15, 203.0.113.16 are new and alike');
  expect(text).toContain('ip show de1acmedb01');
  expect({ undo, named }).toEqual({ undo: undefined, named: undefined });
});

test('the only new address is named if it is open to something else, and no other step may use it', async () => {
  const jobRef = await begin('tcp/443');
  const other = { ...jobRef, draft: '{"ports":[{"protocol":"TCP","port":80}]}' };
  const { text, named, result } = await track(other);
  expect(text).toContain('Somebody changed it at the same moment');
  expect({ named, result }).toEqual({ named: addressWith(443), result: undefined });
});

test('of two new addresses that are open to something else none is named', async () => {
  const [jobRef] = [await begin('tcp/443'), await begin('tcp/443')];
  const { text, undo } = await track({ ...jobRef, draft: '{"ports":[{"protocol":"TCP","port":80}]}' });
  expect(text).toContain('doesn’t say which address it added.');
  expect(undo).toBeUndefined();
});

test('a new address that opens ICMP by itself is named', async () => {
  const jobRef = await begin('tcp/443 icmp');
  const { undo } = await track({ ...jobRef, draft: '{"ports":[{"protocol":"tcp","port":443}]}' });
  expect(undo).toBe(addressWith(443));
});

test('an address that somebody removes during the poll is no candidate', async () => {
  const [ana] = [await begin('tcp/443'), await begin('tcp/443')];
  cloud.control.fail({ route: 'publicIps.get', status: 404, times: 1 });
  expect((await track(ana)).undo).toBeDefined();
});
