import { describe, expect, test } from 'vitest';
import type { Change } from '../../../../src/change/model/change.ts';
import type { Transition } from '../../../../src/change/model/changes.ts';
import type { PostedMessage } from '../../../../src/change/model/posted-message.ts';
import type { OfferedUndo, StepEnd, StepOutcome } from '../../../../src/change/model/step.ts';
import {
  markCardDue,
  markFresh,
  markHandled,
  storeEnds,
  storeMessage,
  storeMoves,
  storeOffer,
  storeRendered,
} from '../../../../src/change/transitions/sent-messages.ts';
import { commandOf, stepOf } from '../../../support/made/changes.ts';
import { endOf } from '../../../support/made/ends.ts';
import { noon, posted, request } from '../../../support/made/requests.ts';

const changed = (transition: Transition): Change => {
  if ('refused' in transition) throw new Error(transition.refused);
  return transition.change;
};

describe('a message', () => {
  const card = posted('card', '1.1');
  const shown = request({ messages: [card] });

  test('is stored once, even if its job stores it twice', () => {
    expect(storeMessage(request(), card)).toEqual({ change: shown });
    expect(storeMessage(shown, { ...card, link: 'https://acme.example' })).toEqual({ change: shown });
  });

  test.each(['status', 'progress'] as const)('with the view %s is the only one', (view) => {
    const first = changed(storeMessage(shown, posted(view, '2.1')));
    expect(first.messages).toEqual([card, posted(view, '2.1')]);
    expect(storeMessage(first, posted(view, '2.2'))).toEqual({ refused: 'There is one already.' });
  });

  test('is one of several with another view', () => {
    const both = changed(storeMessage(shown, posted('card', '1.2')));
    expect(both.messages.map(({ ts }) => ts)).toEqual(['1.1', '1.2']);
  });

  test('that was posted again is stored with its new place alone', () => {
    const [from, to] = [card, posted('card', '1.2')];
    const moved = changed(storeMoves(request({ messages: [posted('notice', '0.9'), from] }), [{ from, to }]));
    expect(moved.messages).toEqual([posted('notice', '0.9'), to]);
  });

  test('that two jobs posted again has two places if it is a card, and one otherwise', () => {
    for (const [view, places] of [
      ['card', ['1.2', '1.3']],
      ['result', ['1.2']],
    ] as const) {
      const [from, first, second] = [posted(view, '1.1'), posted(view, '1.2'), posted(view, '1.3')];
      const once = changed(storeMoves(request({ messages: [from] }), [{ from, to: first }]));
      const twice = changed(storeMoves(once, [{ from, to: second }]));
      expect(twice.messages.map(({ ts }) => ts)).toEqual(places);
      expect(storeMoves(twice, [{ from, to: first }])).toEqual({ change: twice });
    }
  });

  test('stores the hash of its content, and stays the same if that is known', () => {
    const change = request({ messages: [posted('card', '1.1', { rendered: 'a' }), posted('result', '1.2')] });
    const rendered = changed(storeRendered(change, [posted('result', '1.2', { rendered: 'b' })]));
    expect(rendered.messages.map((message) => message.rendered)).toEqual(['a', 'b']);
    expect(rendered.messages[0]).toBe(change.messages[0]);
    const [known] = changed(storeRendered(change, [posted('card', '1.1', { rendered: 'a' })])).messages;
    expect(known).toBe(change.messages[0]);
  });

  test('is due once if it is a card', () => {
    const due = changed(markCardDue(request({ due: ['log'] })));
    expect(due.due).toEqual(['log', 'card']);
    expect(changed(markCardDue(due))).toBe(due);
    expect(changed(markCardDue(request())).due).toEqual(['card']);
  });
});

describe('an offer of a suggestion', () => {
  const offer = (id: string) => ({ id, by: 'U0BEN', title: 'less' });
  const message = (id: string) => posted('offer', `2.${id}`, { of: id });
  const offered = (change: Change, id: string) => changed(storeOffer(change, offer(id), message(id)));

  test('is stored once, with its message, among other messages', () => {
    const once = offered(request({ messages: [posted('card', '1.1')] }), '1');
    expect(once.approval?.offers).toEqual([offer('1')]);
    expect(once.messages).toEqual([posted('card', '1.1'), message('1')]);
    expect(storeOffer(once, offer('1'), posted('offer', '3', { of: '1' }))).toEqual({
      refused: 'This suggestion is offered.',
    });
    expect(offered(once, '2').approval?.offers).toEqual([offer('1'), offer('2')]);
  });

  test('is dropped with its message once there are 20 later ones', () => {
    let change = request({ messages: [posted('card', '1.1')] });
    for (let id = 1; id <= 22; id += 1) change = offered(change, String(id));
    expect(change.approval?.offers?.map(({ id }) => id)).toEqual(
      Array.from({ length: 20 }, (_, at) => String(at + 3)),
    );
    expect(change.messages.map(({ view, of }) => of ?? view)).toEqual([
      'card',
      ...Array.from({ length: 20 }, (_, at) => String(at + 3)),
    ]);
  });
});

describe('once its messages are sent', () => {
  const result: PostedMessage = posted('result', '1.1');
  const undo: OfferedUndo = {
    ...commandOf('alert delete 1'),
    subject: { kind: 'alert policy', id: '1' },
    warning: [],
    state: 's',
    expires: noon + 1_000,
  };
  const done = (more: Partial<StepOutcome> = {}): StepOutcome => ({
    kind: 'done',
    answer: [],
    job: 'j',
    ...more,
  });
  const told = (change: Change, messages: readonly PostedMessage[] = [result]) =>
    changed(markHandled(change, { of: change, remaining: [], posted: messages }, noon));

  test('a result is stored until the first Undo that it offers expires', () => {
    const later = { ...undo, expires: noon + 2_000 };
    const steps = [
      stepOf(),
      stepOf({ outcome: done({ undo: later }) }),
      stepOf({ outcome: done({ undo }) }),
    ] as const;
    const change = told(request({ status: 'done', steps }));
    expect(change).toMatchObject({ messages: [result], staleAt: undo.expires });
    expect(told({ ...change, staleAt: noon + 5 })).toMatchObject({ staleAt: noon + 5 });
  });

  test('a result with an end, and nothing that expires, is stored for good', () => {
    const end: StepEnd = { phase: 'active', since: 0, endsAt: 9 };
    const change = told(request({ status: 'done', steps: [stepOf(), stepOf({ end })] }));
    expect(change.messages).toEqual([result]);
    expect(change.staleAt).toBeUndefined();
  });

  test('a result without any action is not stored', () => {
    const change = request({ status: 'done', due: ['log'] }, { outcome: done() });
    expect(told(change)).toEqual({ ...change, due: undefined, cardRefusals: undefined });
  });

  test('the last ten notices of an end are stored', () => {
    const waits = endOf();
    expect(told(waits, [])).toBe(waits);
    const notices = Array.from({ length: 11 }, (_, at) => posted('end', String(at)));
    expect(told(waits, notices)).toMatchObject({ messages: notices.slice(1), due: undefined });
  });

  test('a notice that is posted after the end is due for an update', () => {
    expect(told(endOf({ status: 'done' }), [posted('end', '1')])).toMatchObject({ due: ['messages'] });
    const over = endOf({ status: 'done' });
    expect(told(over, [])).toBe(over);
  });

  test('messages are fresh until an Undo expires, and for good if none of them shows a result', () => {
    const change = request({ messages: [posted('card', '1'), result] }, { outcome: done({ undo }) });
    expect(markFresh(change, noon).staleAt).toBe(undo.expires);
    expect(markFresh(change, undo.expires).staleAt).toBeUndefined();
    expect(markFresh({ ...change, messages: [posted('card', '1')] }, noon).staleAt).toBeUndefined();
  });
});

describe('the state of the end of a step', () => {
  const active: StepEnd = { phase: 'active', since: 0, endsAt: 9 };
  const ended: StepEnd = { phase: 'ended', since: 9 };
  const left: StepEnd = { phase: 'skipped', since: 10 };

  test.each<[string, StepEnd | undefined, StepEnd, StepEnd]>([
    ['is stored', undefined, active, active],
    ['is stored once the end is over', active, ended, ended],
    ['is stored if the end is over in another way', ended, left, left],
    ['stays over if a slow job reports an earlier state', ended, active, ended],
  ])('%s', (_, known, news, kept) => {
    const change = request({}, { ends: { at: 9 }, ...(known && { end: known }) });
    expect(storeEnds(change, new Map([[0, news]]))).toMatchObject({ change: { steps: [{ end: kept }] } });
  });

  test('is stored only for steps with an end, and the change stays the same if it is known', () => {
    const change = request({
      steps: [stepOf({ ends: { at: 9 }, end: active }), stepOf({ ends: { at: 9 } }), stepOf()],
    });
    const news = new Map([0, 1, 2].map((index) => [index, active] as const));
    const once = changed(storeEnds(change, news));
    expect(once.steps.map(({ end }) => end)).toEqual([active, active, undefined]);
    expect(once.steps[0]).toBe(change.steps[0]);
    expect(changed(storeEnds(once, news))).toBe(once);
  });
});
