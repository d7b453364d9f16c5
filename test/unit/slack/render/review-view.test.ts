import { describe, expect, test } from 'vitest';
import { checkView } from '../../../../local/slack/blocks/check-view.ts';
import {
  asObject,
  asObjects,
  asString,
  type JsonObject,
  parseJson,
} from '../../../../local/slack/payload/json.ts';
import { initialState, labelOf } from '../../../../local/slack/payload/view-state.ts';
import { card } from '../../../../src/lifecycle/views/card.ts';
import type { Review } from '../../../../src/messaging/view.ts';
import { operationById } from '../../../../src/operations/index.ts';
import { rawOf, readReview, reviewMetadata } from '../../../../src/slack/receive/review-submission.ts';
import { rejectForm, suggestForm } from '../../../../src/slack/render/review-forms.ts';
import { reviewView } from '../../../../src/slack/render/review-view.ts';
import { request, voteOf } from '../../../support/made/requests.ts';

const raw = { dc: 'de1', ports: 'tcp/80 tcp/443', source: '10.0.0.0/8', destination: '10.1.0.0/24' };
const narrows = { operation: 'firewall.intra.create', raw };
const plain: Review = {
  change: 'a1',
  name: '#1042',
  channel: 'C0APPROVALS',
  alerts: [],
  shown: card(request()).filter(({ kind }) => kind !== 'buttons'),
  decide: { kind: 'vote', canApprove: true, narrows },
};
const suggested: Review = { ...plain, suggestion: 'p1' };
const frozen: Review = { ...plain, decide: { kind: 'vote', canApprove: false, narrows } };
const own: Review = { ...plain, decide: { kind: 'breakGlass' } };
const nothingToDecide: Review = { ...plain, decide: undefined };

/** A view as it goes to Slack. */
const sent = (view: object): JsonObject => asObject(parseJson(JSON.stringify(view)));
const viewOf = (review: Review, plainly?: boolean): JsonObject => sent(reviewView(review, '/cloud', plainly));
const blocks = (view: JsonObject, kind: string) => asObjects(view.blocks).filter(({ type }) => type === kind);
const buttonsOf = (view: JsonObject): string[] =>
  blocks(view, 'actions').flatMap(({ elements }) => asObjects(elements).map(({ text }) => labelOf(text)));

/** The view that the receiver opens on top of a review when its button is clicked. */
function formOn(review: Review, form: 'reject' | 'suggest'): JsonObject {
  const metadata = reviewMetadata({ private_metadata: asString(viewOf(review).private_metadata) });
  if (!metadata) throw new Error('It carries nothing');
  if (form === 'reject') return sent(rejectForm(metadata));
  const { fields = {} } = operationById(metadata.operation ?? '') ?? {};
  return sent(suggestForm(metadata, fields, rawOf(metadata)));
}

/** The submission that Slack sends for this view, with `entered` in its fields, by block id. */
function submitted(view: JsonObject, entered: Readonly<Record<string, string>> = {}) {
  const values = Object.fromEntries(
    Object.entries(initialState(asObjects(view.blocks))).map(([block, actions]) => [
      block,
      Object.fromEntries(
        Object.entries(asObject(actions)).map(([action, state]) => {
          const value = entered[block];
          return [action, value === undefined ? asObject(state) : { value }];
        }),
      ),
    ]),
  );
  return readReview({
    private_metadata: asString(view.private_metadata),
    blocks: asObjects(view.blocks).map(({ type, block_id }) => ({
      type: asString(type),
      ...(block_id !== undefined && { block_id: asString(block_id) }),
    })),
    state: { values },
  });
}

describe('Slack takes', () => {
  const long = 'x'.repeat(2_000);
  const big = request(
    {
      reason: 'w'.repeat(500),
      ticket: 't'.repeat(60),
      approvers: 2,
      points: Array.from({ length: 10 }, (_, at) => ({ points: at, why: `${at} ${long}` })),
      votes: Array.from({ length: 50 }, (_, at) =>
        voteOf(`U0P${at}`, 'approve', { comment: 'c'.repeat(500) }),
      ),
    },
    { title: long },
  );
  const many = (length: number): string => Array.from({ length }, (_, at) => `100.100.${at}.128/25`).join();
  const most: Review = {
    ...suggested,
    change: 'a'.repeat(200),
    channel: 'C'.repeat(20),
    alerts: [
      { level: 'error', text: long.repeat(3) },
      { level: 'warning', text: [{ person: 'U0BEN' }, ' suggests *less*'] },
      { level: 'info', text: 'Repeats policy 6a9f2780.' },
    ],
    shown: card(big),
    decide: { kind: 'vote', canApprove: true, narrows: { ...narrows, raw: { ...raw, source: many(40) } } },
  };

  test.each<[string, JsonObject]>([
    ['an ordinary request', viewOf(plain)],
    ['a request for break-glass approval', viewOf(own)],
    ['a request that can only be rejected or narrowed', viewOf(frozen)],
    ['a request without a decision for the person', viewOf(nothingToDecide)],
    ['the largest request', viewOf(most)],
    ['the largest request if Slack refuses alerts', viewOf(most, true)],
    ['the form to reject it', formOn(most, 'reject')],
    ['the form to suggest changes to as many ranges as a request can have', formOn(most, 'suggest')],
  ])('%s', (_, view) => {
    expect(checkView(view, '/view')).toEqual([]);
    expect(JSON.stringify(view).length).toBeLessThan(250_000);
  });

  test('a large request keeps all possible decisions', () => {
    expect(blocks(viewOf(most), 'input')).toHaveLength(1);
    expect(buttonsOf(viewOf(most))).toContain('Reject…');
    expect(JSON.stringify(formOn(most, 'suggest'))).toContain(many(40));
  });

  test('text from outside is text', () => {
    const hostile = '<!channel> <@U0BEN> *bold*';
    const view = viewOf({
      ...plain,
      alerts: [{ level: 'info', text: hostile }],
      shown: card(request({ reason: hostile })),
    });
    const [alert] = blocks(view, 'alert');
    expect(alert?.text).toEqual({ type: 'plain_text', text: hostile, emoji: false });
    expect(JSON.stringify(blocks(view, 'rich_text'))).toContain(hostile);
  });
});

describe('possible decisions', () => {
  const forms = ['Reject…', 'Suggest Changes…'];
  const narrowing = (more?: Partial<typeof narrows>): Review => ({
    ...plain,
    decide: { kind: 'vote', canApprove: true, ...(more && { narrows: { ...narrows, ...more } }) },
  });
  const large = { raw: { ...raw, source: 'x'.repeat(3_000) } };

  test.each<[string, Review, string, readonly string[]]>([
    [
      'Another person’s request is approved, or rejected or narrowed in forms of their own',
      plain,
      'Approve',
      forms,
    ],
    ['A request that can’t be narrowed is approved or rejected', narrowing(), 'Approve', ['Reject…']],
    ['A request that doesn’t fit into the view can’t be narrowed', narrowing(large), 'Approve', ['Reject…']],
    ['With a suggestion pending, an approval is of the wider', suggested, 'Approve Wider Request', forms],
    ['A request that can’t run once approved is rejected or narrowed', frozen, '', forms],
    ['A requester approves their own request by break-glass', own, 'Approve Now', []],
    ['A person who can’t decide anything can only close the view', nothingToDecide, '', []],
  ])('%s', (_, review, submit, others) => {
    const view = viewOf(review);
    expect([labelOf(view.submit), buttonsOf(view)]).toEqual([submit, others]);
  });

  test.each<[string, Review, string]>([
    ['A review has the number of its request in its title', plain, 'Review #1042'],
    ['A review in which an approval would not count has that title, too', frozen, 'Review #1042'],
    ['A review without a decision is titled as a request', nothingToDecide, 'Request #1042'],
  ])('%s', (_, review, title) => expect(labelOf(viewOf(review).title)).toBe(title));

  test('the form to suggest changes has the ranges and ports of the request', () => {
    const inputs = blocks(formOn(plain, 'suggest'), 'input');
    const values = inputs.map(({ element }) => asObject(element).initial_value);
    expect(values).toEqual([raw.source, raw.destination, raw.ports, undefined]);
  });
});

describe('submitted decisions', () => {
  const source = 'narrower.source';
  const ports = 'narrower.ports';
  const decided = (vote: string, comment = '', more: object = {}) => {
    return { change: 'a1', channel: 'C0APPROVALS', narrower: {}, vote, comment, ...more };
  };
  const narrowed = (narrower: object, comment = '') => {
    const { dc: _, ...requested } = raw;
    return decided('suggest', comment, { narrower: { ...requested, ...narrower } });
  };
  const wrong = (field: string, why: unknown) => ({ errors: { [field]: why } });
  const sameAgain = wrong(source, 'Narrow at least one of these values');
  const [rejects, suggests] = [formOn(plain, 'reject'), formOn(plain, 'suggest')];
  const fortyRanges = Array.from({ length: 40 }, (_, at) => `10.0.${at}.0/25`).join();

  test.each<[string, JsonObject, Record<string, string>, object]>([
    ['an approval', viewOf(plain), {}, decided('approve')],
    ['approval with a comment', viewOf(plain), { comment: '  as agreed ' }, decided('approve', 'as agreed')],
    [
      'an approval of the wider request, with the suggestion that was shown',
      viewOf(suggested),
      {},
      decided('approve', '', { suggestion: 'p1' }),
    ],
    [
      'an approval in a thread',
      viewOf({ ...plain, thread: '1.1' }),
      {},
      decided('approve', '', { thread: '1.1' }),
    ],
    ['a rejection with a reason', rejects, { comment: 'in use' }, decided('reject', 'in use')],
    [
      'a rejection of a request that can’t be approved',
      formOn(frozen, 'reject'),
      { comment: 'outdated' },
      decided('reject', 'outdated'),
    ],
    ['a rejection without a reason', rejects, { comment: '  ' }, wrong('comment', 'Required to reject')],
    ['one with an invisible reason', rejects, { comment: '\u200b' }, wrong('comment', 'Required to reject')],
    ['a break-glass approval', viewOf(own), { comment: 'shop down' }, decided('breakGlass', 'shop down')],
    [
      'a break-glass approval without a reason',
      viewOf(own),
      { comment: '…' },
      wrong('comment', 'Required for a break-glass approval'),
    ],
    ['a suggestion', suggests, { [source]: ' 10.0.0.0/28 ' }, narrowed({ source: '10.0.0.0/28' })],
    [
      'a suggestion with fewer ports, in another order',
      suggests,
      { [ports]: 'tcp/443', comment: 'enough' },
      narrowed({ ports: 'tcp/443' }, 'enough'),
    ],
    ['a suggestion without an edit', suggests, {}, sameAgain],
    ['one with the same ranges in other words', suggests, { [source]: '10.0.0.0/9,10.128.0.0/9' }, sameAgain],
    [
      'a suggestion that is wider in one field and narrower in another',
      suggests,
      { [source]: '10.0.0.0/28', [ports]: 'tcp/80-443' },
      wrong(ports, 'Must stay within the requested tcp/80 tcp/443'),
    ],
    [
      'a suggestion without a valid range',
      suggests,
      { [source]: 'everything' },
      wrong(source, '“everything” is not a range like 203.0.113.0/24'),
    ],
    [
      'a suggestion with an emptied field',
      suggests,
      { [source]: ' ' },
      wrong(source, expect.stringContaining('s missing')),
    ],
    [
      'a suggestion with more ranges than a request can have',
      suggests,
      { [source]: fortyRanges },
      wrong(source, expect.stringContaining('too many')),
    ],
  ])('%s', (_, view, entered, expected) => expect(submitted(view, entered)).toEqual(expected));

  test.each([
    ['of another version', '{"approval":"a1","channel":"C0APPROVALS"}', 'decision'],
    ['with a vote named like an inherited property', '{"approval":"a1","vote":"constructor"}', 'comment'],
    ['without metadata', '', 'comment'],
  ])('a form %s is not read', (_, privateMetadata, blockId) => {
    const read = readReview({
      private_metadata: privateMetadata,
      blocks: [{ type: 'input', block_id: blockId }],
      state: { values: {} },
    });
    expect(read).toEqual({ errors: { [blockId]: 'This form changed in a newer version. Open it again' } });
  });
});
