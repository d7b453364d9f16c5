import { describe, expect, test } from 'vitest';
import type { Answer } from '../../../../src/answer/answer.ts';
import { UserError } from '../../../../src/answer/user-error.ts';
import {
  type AuditPage,
  type AuditQuery,
  type Checkpoint,
  matches,
  type StoredEntry,
  type Verification,
} from '../../../../src/change/model/audit-log.ts';
import { answerTo, parseCommand } from '../../../../src/command-line/parse-command.ts';
import type { TextFile } from '../../../../src/messaging/messaging.ts';
import { notConnected } from '../../../support/in-memory/local-cloud.ts';
import { answerOf, buttonsIn, contextOf } from '../../../support/in-memory/run-line.ts';

const now = Date.UTC(2026, 10, 21, 12);
const names = new Map(
  Object.entries({ U0ANA: 'ana', U0BEN: 'ben', U0WAL: 'walter', U0ANA2: 'ana', U0NEW: 'new', U0TWIN: 'ben' }),
);

const kept = (seq: number, more: Partial<StoredEntry> = {}): StoredEntry => ({
  account: 'ACME',
  at: now - (100 - seq) * 60 * 60_000,
  event: 'applied',
  person: seq % 2 === 0 ? 'U0BEN' : 'U0ANA',
  operation: 'alert.create',
  title: `make alert policy ${seq}`,
  targets: [`alert-policy/${seq}`],
  request: `r${seq}`,
  seq,
  previous: 'p'.repeat(64),
  hash: 'a'.repeat(64),
  ...more,
});

/** A context over entries in memory; `asked` are the reads, `sent` the files. */
function setUp(entries: readonly StoredEntry[], verified: Verification = { entries: 0 }) {
  const asked: AuditQuery[] = [];
  const sent: TextFile[] = [];
  const noted: (Checkpoint | undefined)[] = [];
  const context = contextOf(notConnected, {
    clock: () => now,
    requester: 'U0ANA',
    auditLog: {
      async read(wanted): Promise<AuditPage> {
        asked.push(wanted);
        const { before = Number.POSITIVE_INFINITY, limit } = wanted;
        const found = entries
          .filter((entry) => entry.seq < before && matches(entry, wanted))
          .sort((a, b) => b.seq - a.seq);
        const page = found.slice(0, limit);
        return { entries: page, ...(found.length > limit && { older: page.at(-1)?.seq }) };
      },
      async verify(_, checkpoint) {
        noted.push(checkpoint);
        return verified;
      },
    },
    idOf: async (person) => (person === 'U0ANA2' ? 'U0ANA' : person),
    async profileOf(person) {
      if (person === 'U0BUSY') throw new UserError('too many were looked up');
      const handle = names.get(person);
      return handle === undefined ? undefined : { fullName: 'Ben Whitaker', handle };
    },
    send: async (file) => {
      sent.push(file);
    },
  });

  async function type(line: string): Promise<Answer> {
    const parsed = parseCommand(line);
    return parsed.kind === 'prepared' ? answerOf(line, context) : answerTo(parsed);
  }
  return { type, asked, sent, noted };
}

/** The lines of the entries, which begin with their numbers. */
const entriesIn = (answer: Answer) =>
  answer.flatMap((part) => {
    if (part.kind !== 'note' || !Array.isArray(part.text)) return [];
    const [first] = part.text;
    return first && typeof first === 'object' && 'code' in first ? [part.text] : [];
  });
const words = (answer: Answer) => JSON.stringify(answer);

describe('history', () => {
  test('shows the time, person, event, change and reason of each entry', async () => {
    const { type } = setUp([
      kept(1, { note: 'needed today', through: 'Slackbot' }),
      kept(2, { job: 'de1-10001', event: 'failed' }),
    ]);
    expect(entriesIn(await type('history'))).toEqual([
      [
        { code: '2' },
        ' ',
        { time: '2026-11-17T10:00:00.000Z', as: 'minute' },
        ' · ',
        { person: 'U0BEN' },
        ' ',
        { bold: 'failed' },
        ': make alert policy 2',
        ' · ',
        { code: 'de1-10001' },
      ],
      [
        { code: '1' },
        ' ',
        { time: '2026-11-17T09:00:00.000Z', as: 'minute' },
        ' · ',
        { person: 'U0ANA' },
        ' through Slackbot',
        ' ',
        { bold: 'applied' },
        ': make alert policy 1',
        ' · ',
        'needed today',
      ],
    ]);
  });

  test('has pages: the button carries the query and the cursor', async () => {
    const { type } = setUp(Array.from({ length: 50 }, (_, at) => kept(at + 1)));
    const seen: string[] = [];
    let line = 'history who=@U0BEN what=alert since=8d';
    for (let pages = 0; line !== '' && pages < 9; pages += 1) {
      const answer = await type(line);
      seen.push(
        ...entriesIn(answer).map(([seq]) => (typeof seq === 'object' && 'code' in seq ? seq.code : '')),
      );
      const older = buttonsIn(answer).find(({ label }) => label === 'Show Older')?.action;
      line = older && 'line' in older ? older.line : '';
    }
    expect(seen).toEqual(Array.from({ length: 25 }, (_, at) => String(50 - 2 * at)));
  });

  test.each([
    ['a mention', 'who=@U0BEN', { person: 'U0BEN' }],
    ['a mention of somebody who is not in the log', 'who=@U0NEW', { person: 'U0NEW' }],
    ['a mention by another user id of the same person', 'who=@U0ANA2', { person: 'U0ANA' }],
    ['a name of somebody in the log', 'who=@Ben', { person: 'U0BEN' }],
    ['a name in capitals that looks like a mention', 'who=@WALTER', { person: 'U0WAL' }],
    ['a mention of somebody whom Slack no longer knows', 'who=@U0GONE', { person: 'U0GONE' }],
    ['me', 'who=me', { person: 'U0ANA' }],
    ['days', 'since=7d', { since: now - 7 * 86_400_000 }],
    ['hours', 'since=12H', { since: now - 12 * 3_600_000 }],
    ['weeks', 'since=2w', { since: now - 14 * 86_400_000 }],
    ['a day', 'since=2026-11-01', { since: Date.UTC(2026, 10, 1) }],
    ['several words', 'what="alert create"', { about: 'alert create' }],
    ['an account', 'account=ACME', { account: 'ACME' }],
  ])('takes %s', async (_, given, wanted) => {
    const others = [kept(3, { person: 'U0WAL' }), kept(4, { person: 'U0GONE' })];
    const { type, asked } = setUp([kept(1), kept(2), ...others]);
    await type(`history ${given}`);
    expect(asked.at(-1)).toMatchObject(wanted);
  });

  test('a name that two people in the log have asks which of them', async () => {
    const { type, asked } = setUp([kept(1), kept(2), kept(3, { person: 'U0TWIN' })]);
    await expect(type('history who=@ben')).rejects.toMatchObject({
      message: 'Which person is “@ben”?',
      candidates: [
        { value: 'U0TWIN', label: 'Ben Whitaker (U0TWIN)' },
        { value: 'U0BEN', label: 'Ben Whitaker (U0BEN)' },
      ],
    });
    expect(asked).toHaveLength(1);
    await type('history who=U0TWIN');
    expect(asked.at(-1)).toMatchObject({ person: 'U0TWIN' });
  });

  test.each(['@zoe', '@WANDA'])('%s, a name that nobody there has, asks for a mention', async (who) => {
    const { type } = setUp([kept(1)]);
    await expect(type(`history who=${who}`)).rejects.toMatchObject({
      message: `Nobody called “${who}” is in the recent audit log of ACME.`,
      next: expect.stringContaining('@'),
    });
  });

  test.each(['who="a b"', 'since=yesterday', 'since=2026-13-01', 'before=0'])(
    'reports a mistake: %s',
    async (given) => {
      const { type, asked } = setUp([]);
      expect(words(await type(`history ${given}`))).toContain('Check this command:');
      expect(asked).toEqual([]);
    },
  );

  test('says that an audit log is empty', async () => {
    const { type } = setUp([]);
    expect(words(await type('history'))).toContain('The audit log of ACME is empty.');
    expect(words(await type('history what=firewall'))).toContain(
      'No entry in the audit log of ACME matches.',
    );
  });
});

describe('history export', () => {
  test('sends all matching entries as CSV', async () => {
    const { type, sent } = setUp([
      kept(1, { title: '=HYPERLINK("x")', note: 'one, "two"', through: 'Slackbot' }),
      kept(2),
      kept(3, { person: 'U0GONE', job: '-7' }),
    ]);
    expect(words(await type('history export'))).toContain('Sent you 3 entries from the audit log of ACME.');
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({ name: 'skydesk-audit-log-ACME-2026-11-21.csv' });
    const lines = (sent[0]?.content ?? '').slice(1).split('\r\n');
    expect(lines).toHaveLength(5);
    expect(lines[0]).toBe(
      '"entry","time","event","person","name","account","operation","change","targets","request","job","note","through","digest","policy","previous","hash"',
    );
    expect(lines[1]).toContain(
      '"3","2026-11-17T11:00:00.000Z","applied","U0GONE","Unknown person (U0GONE)","ACME","alert.create",',
    );
    expect(lines[1]).toContain(`,"r3","'-7","","","","",`);
    expect(lines[2]).toContain(',"U0BEN","Ben Whitaker (ben)",');
    expect(lines[3]).toContain(
      `,"'=HYPERLINK(""x"")","[""alert-policy/1""]","r1","","one, ""two""","Slackbot",`,
    );
  });

  test('omits names that cannot be looked up, and says so', async () => {
    const { type, sent } = setUp([kept(1), kept(2, { person: 'U0BUSY' })]);
    expect(words(await type('history export'))).toContain('1 name couldn’t be looked up');
    expect(sent[0]?.content).toContain('"U0BUSY","",');
  });

  test('reads page after page', async () => {
    const { type, sent, asked } = setUp(Array.from({ length: 2500 }, (_, at) => kept(at + 1)));
    await type('history export who=@U0ANA');
    expect(asked).toHaveLength(2);
    expect(sent[0]?.content.split('\r\n')).toHaveLength(1252);
  });

  test('sends no empty file', async () => {
    const { type, sent } = setUp([kept(1)]);
    expect(words(await type('history export what=firewall'))).toContain('no file was sent');
    expect(sent).toEqual([]);
  });
});

describe('history verify', () => {
  const hash = 'abcdef0123456789'.repeat(4);

  test('says that the chain is intact, what only a checkpoint shows, and the hash to note', async () => {
    const { type } = setUp([], { entries: 12, last: { seq: 12, hash } });
    const said = words(await type('history verify'));
    expect(said).toContain('The audit log of ACME is verified: 12 entries.');
    expect(said).toContain('Only a checkpoint shows that none was cut off at the end');
    expect(said).toContain('history verify hash=abcdef0123456789 from=12"');
  });

  test('says up to which entry a checkpoint proves it', async () => {
    const { type } = setUp([], { entries: 12, last: { seq: 12, hash }, checkpoint: 9 });
    const said = words(await type('history verify hash=0123456789abcdef'));
    expect(said).toContain('Entry 9 matches your checkpoint, so everything up to it is unchanged.');
    expect(said).toContain('Later entries could have been cut off');
    const since = words(await type('history verify hash=0123456789abcdef from=9'));
    expect(since).toContain('is verified from entry 9 on');
    expect(since).toContain('Entry 9 matches your checkpoint, and nothing after it was changed.');
  });

  test.each([
    [{ entries: 0 }, 'is empty. Only a checkpoint shows whether it always was.'],
    [
      { entries: 0, failure: { seq: 0, why: 'is the last' } },
      'it is empty, but you have a checkpoint of it.',
    ],
  ])('says that an audit log is empty: %j', async (verified, sentence) => {
    expect(words(await setUp([], verified).type('history verify'))).toContain(sentence);
  });

  test('says which entry fails, and how many are intact', async () => {
    const failure = { seq: 2, why: 'was changed' };
    const { type } = setUp([], { entries: 1, last: { seq: 1, hash }, failure });
    const said = words(await type('history verify'));
    expect(said).toContain('The audit log of ACME failed verification: entry 2 was changed.');
    expect(said).toContain('1 entry is intact.');
  });

  test('takes the hash of a checkpoint', async () => {
    const { type, noted } = setUp([]);
    await type('history verify hash=ABCDEF0123456789');
    await type('history verify hash=ABCDEF0123456789 from=12');
    expect(noted).toEqual([{ hash: 'abcdef0123456789' }, { hash: 'abcdef0123456789', from: 12 }]);
    expect(words(await type('history verify from=12'))).toContain('Check this command:');
    expect(words(await type('history verify hash=xyz'))).toContain('Check this command:');
  });
});
