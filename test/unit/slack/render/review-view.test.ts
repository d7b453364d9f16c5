import { describe, expect, test } from 'vitest';
import { checkView } from '../../../../local/slack/blocks/check-view.ts';
import { asObject, asObjects, type JsonObject, parseJson } from '../../../../local/slack/payload/json.ts';
import { initialState, labelOf } from '../../../../local/slack/payload/view-state.ts';
import { card } from '../../../../src/approvals/card.ts';
import type { Review } from '../../../../src/core/view.ts';
import { readReview } from '../../../../src/slack/receive/review-submission.ts';
import { reviewView } from '../../../../src/slack/render/review-view.ts';
import { request, voteOf } from '../../approvals/requests.ts';

const narrows = [
  { field: 'source', label: 'From range', hint: 'an address range', words: '10.0.0.0/24' },
  { field: 'destination', label: 'To range', hint: 'an address range', words: '10.1.0.0/24' },
];
const plain: Review = {
  approval: 'a1',
  channel: 'C0APPROVALS',
  shown: card(request()).filter(({ kind }) => kind !== 'buttons'),
  decide: { breakGlass: false, narrows },
};

/** The view as it goes to Slack. */
const viewOf = (review: Review): JsonObject =>
  asObject(parseJson(JSON.stringify(reviewView(review, '/cloud'))));
const inputs = (view: JsonObject) => asObjects(view.blocks).filter(({ type }) => type === 'input');
const words = (view: JsonObject) =>
  asObjects(asObject(inputs(view)[0]?.element).options).map(({ value }) => value);

/** What Slack sends when the view is submitted as it is, with `entered` in its blanks. */
function submitted(review: Review, entered: Record<string, string>) {
  const view = viewOf(review);
  const values = Object.fromEntries(
    Object.entries(initialState(asObjects(view.blocks))).map(([block, actions]) => [
      block,
      Object.fromEntries(
        Object.entries(asObject(actions)).map(([action, state]) => {
          const given = entered[block];
          if (given === undefined) return [action, asObject(state)];
          return [action, block === 'decision' ? { selected_option: { value: given } } : { value: given }];
        }),
      ),
    ]),
  );
  return readReview({
    private_metadata: String(view.private_metadata),
    blocks: asObjects(view.blocks),
    state: { values },
  });
}

describe('what Slack takes', () => {
  const long = 'x'.repeat(2_000);
  const big = request(
    {
      reason: 'w'.repeat(500),
      ticket: 't'.repeat(60),
      approvers: 2,
      impact: Array.from({ length: 20 }, (_, at) => `${at} ${long}`),
      points: Array.from({ length: 10 }, (_, at) => ({ points: at, why: `${at} ${long}` })),
      votes: Array.from({ length: 50 }, (_, at) =>
        voteOf(`U0P${at}`, 'approve', { comment: 'c'.repeat(500) }),
      ),
    },
    { title: long },
  );
  const most = {
    approval: 'a'.repeat(200),
    channel: 'C'.repeat(20),
    shown: card(big),
    decide: {
      breakGlass: false,
      narrows: ['source', 'destination', 'ports', 'from'].map((field) => ({
        field,
        label: 'l'.repeat(150),
        hint: 'h'.repeat(500),
        words: '10.0.0.0/24,'.repeat(250),
      })),
    },
  };

  test.each<[string, Review]>([
    ['an ordinary request', plain],
    ['one to break the glass for', { ...plain, decide: { breakGlass: true, narrows: [] } }],
    ['one on which there is nothing to decide', { ...plain, decide: undefined }],
    ['the largest request', most],
    [
      'one whose ranges are too many for a blank',
      {
        ...plain,
        decide: {
          breakGlass: false,
          narrows: [
            { ...(narrows[0] ?? { field: '', label: '', hint: '' }), words: '10.0.0.0/24,'.repeat(1_000) },
          ],
        },
      },
    ],
  ])('%s', (_, review) => {
    const view = viewOf(review);
    expect(checkView(view, '/view')).toEqual([]);
    expect(JSON.stringify(view).length).toBeLessThan(250_000);
  });

  test('a large request keeps what it is about, and all that is to be decided', () => {
    const view = viewOf(most);
    expect(JSON.stringify(view.blocks)).toContain('Waits for approval. 50 of 2 approvals so far.');
    expect(inputs(view)).toHaveLength(6);
  });

  test('text from outside is text', () => {
    const view = viewOf({ ...plain, shown: card(request({ reason: '<!channel> <@U0BEN> *bold*' })) });
    expect(JSON.stringify(view.blocks)).toContain('<!channel> <@U0BEN> *bold*');
    expect(JSON.stringify(view.blocks)).not.toContain('"mrkdwn"');
  });
});

describe('what can be decided', () => {
  test('yes, no, or less', () => expect(words(viewOf(plain))).toEqual(['approve', 'reject', 'propose']));
  test('less only where something can be less', () =>
    expect(words(viewOf({ ...plain, decide: { breakGlass: false, narrows: [] } }))).toEqual([
      'approve',
      'reject',
    ]));
  test('who asked can only break the glass', () =>
    expect(words(viewOf({ ...plain, decide: { breakGlass: true, narrows: [] } }))).toEqual(['breakGlass']));
  test('nothing, and then nothing is sent', () => {
    const view = viewOf({ ...plain, decide: undefined });
    expect(inputs(view)).toEqual([]);
    expect(view.submit).toBeUndefined();
    expect(labelOf(view.close)).toBe('Close');
  });
  test('nothing is chosen beforehand', () =>
    expect(asObject(inputs(viewOf(plain))[0]?.element).initial_option).toBeUndefined());
});

describe('with a suggestion pending', () => {
  const suggested: Review = { ...plain, suggestion: 'p1' };
  test('an approval is labelled as one of the wider change', () => {
    const [approve] = asObjects(asObject(inputs(viewOf(suggested))[0]?.element).options);
    expect(labelOf(approve?.text)).toBe('Approve all of it, not the narrower suggestion');
  });
  test('what is sent names the suggestion that was shown', () =>
    expect(submitted(suggested, { decision: 'approve' })).toMatchObject({
      vote: 'approve',
      suggestion: 'p1',
    }));
});

describe('what was decided', () => {
  const about = { approval: 'a1', channel: 'C0APPROVALS', narrower: {} };
  const wide = {
    ...plain,
    decide: {
      breakGlass: false,
      narrows: [{ field: 'source', label: 'From', hint: '', words: '10.0.0.0/24,'.repeat(500) }],
    },
  };
  const refused = 'Only “Propose something narrower” takes this. Choose it, or put this back as it was';
  const source = 'narrower.source';
  const edited = { [source]: '10.0.0.0/28' };

  test.each<[string, Record<string, string>, object]>([
    ['yes', { decision: 'approve' }, { ...about, vote: 'approve', comment: '' }],
    [
      'yes, with a comment',
      { decision: 'approve', comment: '  as agreed ' },
      { ...about, vote: 'approve', comment: 'as agreed' },
    ],
    ['no', { decision: 'reject', comment: 'in use' }, { ...about, vote: 'reject', comment: 'in use' }],
    [
      'less',
      { decision: 'propose', [source]: ' 10.0.0.0/28 ' },
      {
        ...about,
        vote: 'propose',
        comment: '',
        narrower: { source: '10.0.0.0/28', destination: '10.1.0.0/24' },
      },
    ],
    [
      'an approval of less than was requested',
      { decision: 'approve', ...edited },
      { errors: { [source]: refused } },
    ],
    ['yes, with a range emptied', { decision: 'approve', [source]: '' }, { errors: { [source]: refused } }],
    [
      'yes, with a range that has only more space around it',
      { decision: 'approve', [source]: ' 10.0.0.0/24\n' },
      { ...about, vote: 'approve', comment: '' },
    ],
    [
      'no, with a range edited',
      { decision: 'reject', comment: 'in use', ...edited },
      { errors: { [source]: refused } },
    ],
    [
      'the glass broken, with a range edited',
      { decision: 'breakGlass', comment: 'the shop is down', ...edited },
      { errors: { [source]: refused } },
    ],
    [
      'less, with a range emptied',
      { decision: 'propose', [source]: ' ' },
      { errors: { [source]: 'Write what you would agree to' } },
    ],
    [
      'less, with nothing edited',
      { decision: 'propose' },
      { errors: { [source]: 'Write something narrower, here or below' } },
    ],
    ['nothing', {}, { errors: { decision: 'Choose one' } }],
    ['something that there is not', { decision: 'approveAll' }, { errors: { decision: 'Choose one' } }],
    ['something of the language itself', { decision: 'constructor' }, { errors: { decision: 'Choose one' } }],
    [
      'no, without a reason',
      { decision: 'reject', comment: '  ' },
      { errors: { comment: 'Say why you reject it' } },
    ],
    [
      'no, with a reason that nobody can see',
      { decision: 'reject', comment: '\u200b' },
      { errors: { comment: 'Say why you reject it' } },
    ],
    [
      'the glass broken without a reason',
      { decision: 'breakGlass', comment: '…' },
      { errors: { comment: 'Say why it cannot wait for others' } },
    ],
    [
      'the glass broken with one',
      { decision: 'breakGlass', comment: 'the shop is down' },
      { ...about, vote: 'breakGlass', comment: 'the shop is down' },
    ],
  ])('%s', (_, entered, expected) => expect(submitted(plain, entered)).toEqual(expected));

  test('a range that was too long for its blank is edited by whatever is written there', () => {
    expect(submitted(wide, { decision: 'approve' })).toMatchObject({ vote: 'approve' });
    expect(submitted(wide, { decision: 'approve', ...edited })).toEqual({ errors: { [source]: refused } });
  });

  test('is told in the thread that it was opened from', () => {
    const read = submitted({ ...plain, thread: '1.1' }, { decision: 'approve' });
    expect(read).toMatchObject({ ...about, thread: '1.1' });
  });
});
