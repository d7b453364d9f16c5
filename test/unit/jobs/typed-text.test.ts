import names from 'emojibase-data/en/shortcodes/iamcal.json' with { type: 'json' };
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { asShortcodes } from '../../../local/slack/human/as-shortcodes.ts';
import { processJob } from '../../../src/jobs/process-job.ts';
import { withTypedText } from '../../../src/jobs/typed-text.ts';
import type { Names } from '../../../src/messaging/names.ts';
import type { Job } from '../../../src/queue/job.ts';
import { memory } from '../../support/in-memory/memory.ts';

const base = { id: 'j1', team: 'T1', replyTo: { channel: 'C1', person: 'U1' } };

/** The values of a form that a typed command opens. */
async function formOf(operation: string, raw: Record<string, string>, known: Partial<Names> = {}) {
  const values: Record<string, string> = {};
  const { deps } = memory({
    views: {
      fill: async (_, { fields }) => {
        for (const { name, value } of fields) values[name] = value;
      },
    },
    names: { ...memory().deps.names, ...known },
  });
  const job: Job = {
    ...base,
    kind: 'form',
    view: { id: 'V1' },
    operation,
    raw,
    problems: [],
    line: '',
    filters: {},
  };
  await processJob(job, 1000, deps);
  return values;
}

/** The name of an alert policy that Slack sent with a command. */
const nameRead = async (sent: string, known?: Partial<Names>) =>
  (await formOf('alert.create', { name: sent }, known)).name;

describe('emoji that Slack sends by name', () => {
  test.each([
    ['an emoji', 'Prod :fire:', 'Prod 🔥'],
    ['several in a row', ':fire::tada: x :eyes:', '🔥🎉 x 👀'],
    ['one that touches words', 'Prod:fire:DE1', 'Prod🔥DE1'],
    ['a second name of one', ':thumbsup: :+1:', '👍 👍'],
    ['a skin tone', ':+1::skin-tone-3: ok', '👍🏼 ok'],
    ['a skin tone of a profession', ':female-technologist::skin-tone-6:', '👩🏿‍💻'],
    ['the skin tones of two people', ':people_holding_hands::skin-tone-2-6:', '🧑🏻‍🤝‍🧑🏿'],
    ['a flag', ':flag-de: :us: :flag-scotland:', '🇩🇪 🇺🇸 🏴󠁧󠁢󠁳󠁣󠁴󠁿'],
    ['a family, which stays one', ':man-woman-girl:', '👨‍👩‍👧'],
    ['one that would else be drawn as text', ':heart: :warning:', '❤️ ⚠️'],
    ['a name after a colon that is none', '12:30:fire:', '12:30🔥'],
  ])('%s', async (_, sent, meant) => {
    expect(await nameRead(sent)).toBe(meant);
  });

  test.each([
    ['a workspace’s own emoji', ':shipit: :acme-logo:'],
    ['colons without a name', '12:30:45 :: cpu:10m a : fire :'],
    ['short names between letters', 'db:a:1 16:100:3 host:x:y'],
    ['names in capitals', ':FIRE:'],
    ['an emoji itself', 'Prod 🔥 👍🏼'],
  ])('%s stay as typed', async (_, sent) => {
    expect(await nameRead(sent)).toBe(sent);
  });

  test('any text with emoji is read as it was typed', async () => {
    const codes = Object.keys(names).map((code) =>
      code.split('-').map((hex) => String.fromCodePoint(Number.parseInt(hex, 16))),
    );
    const emoji = codes
      .flatMap(([first = '', ...others]) => [first + others.join(''), `${first}\ufe0f${others.join('')}`])
      .filter((one) => /^\p{RGI_Emoji}$/v.test(one));
    expect(emoji.length).toBeGreaterThan(1800);
    const part = fc.oneof(
      fc.constantFrom(...emoji),
      fc.constantFrom('👍🏽', '🕵🏿‍♀️', ' ', 'Prod', ':', '12', ': '),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 6 }), async (parts) => {
        const typed = `x ${parts.join('')} y`;
        fc.pre(!/:[a-z0-9_+-]+:/.test(typed));
        expect(await nameRead(asShortcodes(typed))).toBe(typed);
      }),
    );
  });

  test('stand in the comment of a vote, too', async () => {
    const vote: Job = {
      ...base,
      kind: 'vote',
      change: 'a1',
      vote: 'reject',
      comment: 'No :fire:',
      narrower: {},
    };
    expect(await withTypedText(vote, memory().deps.names)).toEqual({ ...vote, comment: 'No 🔥' });
  });
});

describe('a mention that Slack sends by id', () => {
  const known: Names = {
    person: async (id) => ({ U0BEN: 'ben', W0CORA: 'cora' })[id],
    group: async (id) => ({ S0OPS: 'ops' })[id],
    channel: async (id) => ({ C0OPS: 'cloud-ops' })[id],
  };

  test.each([
    ['a person', 'asked by @U0BEN, @W0CORA', 'asked by @ben, @cora'],
    ['a user group and a channel', '(@S0OPS) in #C0OPS.', '(@ops) in #cloud-ops.'],
    ['nobody whom Slack knows', '@U0GONE #C0GONE @SRE', '@U0GONE #C0GONE @SRE'],
    ['no mention', 'ops@UBER.example a#C0OPS @U0BENx @ben', 'ops@UBER.example a#C0OPS @U0BENx @ben'],
  ])('becomes a name in text: %s', async (_, sent, meant) => {
    expect(await nameRead(sent, known)).toBe(meant);
  });

  test('stays an id where it finds a person', async () => {
    const { who, what } = await formOf('history', { who: '@U0BEN', what: '@U0BEN' }, known);
    expect([who, what]).toEqual(['@U0BEN', '@ben']);
  });

  test('stays an id while Slack can’t be reached', async () => {
    const away = () => Promise.reject(new Error('Slack is down'));
    expect(await nameRead('@U0BEN #C0OPS', { person: away, channel: away })).toBe('@U0BEN #C0OPS');
  });
});
