import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  expected,
  play,
  rows,
  send,
  shown,
  slash,
  startTestSkydesk,
  type TestSkydesk,
  text,
} from '../../support/index.ts';
import { packagedWithAgents } from './packaged.ts';
import { underRuntimeClient } from './runtime-client.ts';

/** The path of AWS's runtime client. It is compiled for this only, by `npm run package -- --run`, which sets the variable. */
const client = process.env.RUNTIME_CLIENT ?? '';

describe.skipIf(client === '')('the zips, under AWS’s own runtime client (npm run package -- --run)', () => {
  let place: string;
  let bot: TestSkydesk;
  beforeAll(async () => {
    place = await mkdtemp(path.join(tmpdir(), 'skydesk-zips-'));
    const { zips } = await packagedWithAgents();
    for (const [name, zip] of zips) {
      for (const [file, content] of zip) {
        const at = path.join(place, name, file);
        await mkdir(path.dirname(at), { recursive: true });
        await writeFile(at, content);
      }
    }
    bot = await startTestSkydesk({
      workers: 1,
      createFunction: (options) =>
        underRuntimeClient(options, { client, taskRoot: path.join(place, options.name) }),
    });
  });
  beforeEach(() => bot.fresh());
  afterAll(async () => {
    await bot.stop();
    await rm(place, { recursive: true });
  });

  test.each(rows)('/cloud $types', async (row) => {
    const outcomes = await play(bot, row);
    expect(outcomes.map(({ ack }) => ack)).toEqual(outcomes.map(() => 'ok'));
    expect(shown(outcomes)).toEqual(row.sees.map(expected));
  });

  test('a mistake in a line is answered in the acknowledgement', async () => {
    expect(text(await bot.type('ana', 'alrt list'))).toContain('Did you mean /cloud alert list?');
  });

  test('a request that Slack did not sign is refused', async () => {
    const { body, headers } = slash(bot, 'alert list');
    const { status } = await send(bot, { body: `${body}&more=1`, headers });
    expect(status).toBe(401);
  });

  test('an agent without a signature or a key is refused, and one with a key is answered', async () => {
    const { url } = bot;
    const run = (headers: Record<string, string>) =>
      fetch(`${url}/run`, { method: 'POST', headers, body: 'dc list' });
    expect((await run({})).status).toBe(401);
    const said = text(await bot.type('ana', 'key create for=1h'));
    const [token] = /skydesk_\S+/.exec(said) ?? [];
    const answered = await run({ authorization: `Bearer ${token}` });
    expect(answered.status).toBe(200);
    expect(await answered.text()).toContain('DE1');
  });

  test('the sweeper sweeps', async () => {
    await bot.sweep();
    expect(bot.sweeper.logs.map((line) => line.text).join()).toContain('"message":"swept"');
  });
});
