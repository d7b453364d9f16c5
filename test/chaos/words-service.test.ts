import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { credentialsOf } from '../../local/cloud/index.ts';
import { checkView } from '../../local/slack/blocks/check-view.ts';
import { asObject, asObjects, asString, type JsonObject, parseJson } from '../../local/slack/payload/json.ts';
import { changes, freshSkydesk, write } from '../support/index.ts';
import { figuresOf } from './figures.ts';
import { isAll, random } from './seeds.ts';
import { expectHarmless, expectSaid, refusals } from './words-harmless.ts';
import { hostile } from './words-hostile.ts';

const bot = await freshSkydesk();
const figures = figuresOf('words in changes');
const draw = random('names');
/** Two of them in one, in the run of all. */
const mixed = Array.from({ length: isAll ? 40 : 0 }, (): [string, string] => {
  const [one = '', other = ''] = draw.some(Object.keys(hostile), 2);
  return [`${one} and ${other}`, `${hostile[one]}${hostile[other]}`];
});
const names = [...Object.entries(hostile), ...mixed];

let token = '';
beforeAll(async () => {
  token = asString((await ask('/v2/authentication/login', credentialsOf())).bearerToken);
});

async function ask(path: string, body: object): Promise<JsonObject> {
  const response = await fetch(`${bot.serviceUrl}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });
  expect(response.ok).toBe(true);
  return asObject(parseJson(await response.text()));
}

/** Makes an alert policy of this name at the cloud API; resolves to its id. */
const policyCalled = async (name: string): Promise<string> =>
  asString(
    (
      await ask('/v2/alertPolicies/ACME', {
        name,
        actions: [{ action: 'email', settings: { recipients: ['ops@example.com'] } }],
        triggers: [{ metric: 'disk', duration: '00:05:00', threshold: 95 }],
      })
    ).id,
  );

let before = 0;
beforeEach(() => {
  before = bot.slack.cursor();
});

/** Upper bound for the words of a change that can be confirmed, in characters. */
const maxShown = 900;

describe('an alert policy whose name is', () => {
  test.each(names)('%s: it is a name and nothing else, wherever it is shown', async (_, name) => {
    figures.count('hostile names of alert policies');
    const id = await policyCalled(name);
    const listed = await bot.type('ana', 'alert list');
    expectSaid(listed);
    expect(asObjects(listed.said[0]?.message.blocks).map(({ type }) => type)).toContain('data_table');
    expectSaid(await bot.type('ana', `alert show ${id}`));

    expect(await bot.type('ana', 'alert delete')).toMatchObject({ ack: 'ok', logged: [] });
    const form = bot.slack.views('ana').at(-1) ?? {};
    expect(JSON.stringify(form.blocks)).toContain(`"value":"${id}"`);
    expectHarmless(form);
    await bot.slack.dismiss('ana', true);

    await bot.slack.type('ben', 'cloud-ops', 'WEB01 is slow again');
    const thread = asString(bot.slack.sees('ana', 'cloud-ops').at(-1)?.ts);
    const mentioned = await bot.outcomeOf(() =>
      bot.slack.type('ana', 'cloud-ops', '@Skydesk alert list', { threadTs: thread }),
    );
    const answered = { ...mentioned, said: mentioned.said.filter(({ to }) => to === 'only ana') };
    expectSaid(answered);
    expect(answered.said[0]?.message.threadTs).toBe(thread);

    // A change whose preview is too long for one message is refused: there is nothing to confirm.
    const tooLong = name.length > maxShown;
    const confirmed = async (line: string) => [
      await bot.type('ana', line),
      ...(tooLong ? [] : [await bot.press('ana', 'decide:confirm')]),
    ];
    const said = await confirmed(`alert assign ${id} de1acmeweb01`);
    said.push(await bot.type('ana', 'server show de1acmeweb01'));
    const deleted = await confirmed(`alert delete ${id}`);
    said.push(...deleted, await bot.type('ana', 'history'));
    if (JSON.stringify(deleted).includes('"text":"Undo"')) said.push(await bot.press('ana', 'Undo'));
    for (const outcome of said) expectSaid(outcome);
    expect(said.flatMap(changes)).toHaveLength(tooLong ? 0 : 2);
    expect(JSON.stringify(said[0]?.said).includes('In words this change takes')).toBe(tooLong);

    await bot.outcomeOf(() => bot.slack.openHome('ana'));
    const home = asObject(bot.slack.home('ana') ?? {});
    expect(checkView({ type: 'home', blocks: home.blocks ?? [] }, '/view')).toEqual([]);
    if (!tooLong) expect(JSON.stringify(home.blocks)).toContain('Delete alert policy');
    expectHarmless({ blocks: home.blocks ?? [] });
    expect(refusals(bot.slack, before)).toEqual([]);
  });
});

describe('a request for approval whose reason is', () => {
  test.each(names)('%s: it is requested, shown and decided', async (_, name) => {
    figures.count('hostile reasons and comments');
    const reason = `Because ${name.toWellFormed().slice(0, 400)}`.replace(/[“”\n\r]/g, ' ').trim();
    const typed = `firewall create de1 va1 source=10.1.0.0/24 destination=10.9.0.0/24 ${write({ key: 'why', text: reason })}`;
    const asked = await bot.type('ana', typed);
    expectSaid(asked);
    expectSaid(await bot.press('ana', 'decide:confirm'));
    await bot.press('ben', 'Review');
    const view = bot.slack.views('ben').at(-1) ?? {};
    expect(JSON.stringify(view.blocks)).toContain('Reject…');
    expectHarmless(view);
    // A reason needs a letter or a digit.
    const words = name.toWellFormed().slice(0, 290);
    const comment = /[\p{L}\p{N}]/u.test(words) ? words : `No: ${words}`;
    const rejected = await bot.outcomeOf(async () => {
      await bot.slack.press('ben', 'Reject…');
      const { outcome } = await bot.slack.submit('ben', { 'Why not?': comment });
      return outcome === 'cleared' ? { ok: true } : { ok: false, error: outcome };
    });
    expect(rejected.said.map(({ to }) => to)).toContain('C0APPROVALS');
    expectSaid(rejected);
    expectSaid(await bot.type('ana', 'history'));
    expect(refusals(bot.slack, before)).toEqual([]);
  });
});

test('the exported audit log has no cell that a spreadsheet would run', async () => {
  for (const [at, [, name]] of names.entries()) {
    const request = `request-${at}`;
    await bot.stored.append({ ...entry, request, title: name, targets: [name], note: name });
  }
  const sent = await bot.type('ana', 'history export');
  expectSaid(sent);
  const message = bot.slack
    .sees('ana', 'dm')
    .findLast((candidate) => JSON.stringify(candidate).includes('.csv'));
  const url = /"url_private":"([^"]+)"/.exec(JSON.stringify(message))?.[1] ?? '';
  const cells = cellsOf(await (await fetch(url)).text());
  expect(cells).toContain(`'${hostile['a formula']}`);
  expect(cells).toEqual(expect.arrayContaining(names.map((_, at) => `request-${at}`)));
  expect(cells.length).toBeGreaterThan(names.length * 14);
  expect(cells.filter((cell) => /^[\s\p{C}]*[=+\-@＝＋－＠]/u.test(cell))).toEqual([]);
});

const entry = {
  account: 'ACME',
  at: Date.UTC(2026, 10, 20, 12),
  event: 'rejected',
  person: 'U0BEN',
  operation: 'alert.delete',
} as const;

/** The cells of a CSV file, in order (RFC 4180). */
function cellsOf(file: string): string[] {
  const cells = file.replace(/^\ufeff/, '').matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(?:,|\r\n)/g);
  return [...cells].map(([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? plain);
}
