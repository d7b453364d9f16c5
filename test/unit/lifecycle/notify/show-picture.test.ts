import { expect, test } from 'vitest';
import type { Change } from '../../../../src/change/model/change.ts';
import { lacksPicture } from '../../../../src/change/model/picture.ts';
import { wakesAt } from '../../../../src/change/model/todo.ts';
import { addVote } from '../../../../src/change/transitions/votes.ts';
import { Unavailable } from '../../../../src/core/unavailable.ts';
import { showPicture } from '../../../../src/lifecycle/notify/show-picture.ts';
import { settle } from '../../../../src/lifecycle/reconcile/settle.ts';
import type { Messenger } from '../../../../src/messaging/messaging.ts';
import type { TrafficPath } from '../../../../src/picture/traffic-path.ts';
import { SlackRejection } from '../../../../src/slack/api/slack-rejection.ts';
import { changesInMemory, memory, words } from '../../../support/in-memory/memory.ts';
import { posted, request, suggestionOf, voteOf } from '../../../support/made/requests.ts';

const end = { place: 'DE1 · ACME', ranges: ['10.0.0.0/8'], more: 0, addresses: 2 ** 24 };
const path: TrafficPath = { from: end, to: end, ports: ['all ports'], services: [] };
const narrow: TrafficPath = { ...path, from: { ...end, ranges: ['10.0.3.0/24'], addresses: 256 } };

/** An open request that opens a path, and its picture. `failing` has the errors of the uploads, in order. */
function pictured(...failing: readonly Error[]) {
  const asked = request({ messages: [posted('card', '1')] });
  const judgement = { impact: [], points: [], basis: [{ hash: '', title: '' }] as const, path };
  const { kept, changes } = changesInMemory({ ...asked, judgement });
  const { deps, said } = memory({ changes, clock: () => asked.since });
  const uploads: string[] = [];
  const upload = async ({ words: says }: { readonly words: string }): Promise<string> => {
    const error = failing[uploads.length];
    uploads.push(says);
    if (error) throw error;
    return `F${uploads.length}`;
  };
  const now = (): Change => kept.get(asked.id) ?? asked;
  return {
    deps,
    now,
    uploads,
    said,
    change: (more: Partial<Change>) => kept.set(asked.id, { ...now(), ...more }),
    /** Uploads and edits until nothing is due. */
    async settle(messenger: Partial<Messenger> = {}): Promise<void> {
      const given = { ...deps, messenger: { ...deps.messenger, upload, ...messenger } };
      for (let times = 0; times < 9 && lacksPicture(now()); times += 1) await settle(now().id, given);
    },
  };
}

const withSuggestion = ({ approval }: Change): Partial<Change> => ({
  approval: approval && { ...approval, suggestion: { ...suggestionOf('do less'), path: narrow } },
});
const withoutSuggestion = ({ approval }: Change): Partial<Change> => ({
  approval: approval && { ...approval, suggestion: undefined },
});

test('each state of a request has its picture uploaded once, and its card edited', async () => {
  const { now, uploads, said, change, settle } = pictured();
  await settle();
  expect(words(said.at(-1)?.answer)).toContain('F1');
  change(withSuggestion(now()));
  await settle();
  expect(words(said.at(-1)?.answer)).toContain('F2');
  change(withoutSuggestion(now()));
  await settle();
  expect(uploads.map((says) => says.includes('Suggested: from 10.0.3.0/24'))).toEqual([false, true]);
  expect(said.filter(({ kind }) => kind === 'edit')).toHaveLength(2);
});

test('a later job than the upload edits the card: Slack can’t show a new file at once', async () => {
  const { now } = pictured();
  const { kept, changes } = changesInMemory(now());
  const { deps, said } = memory({ changes });
  await showPicture(now(), deps);
  expect(said).toEqual([]);
  expect(kept.get(now().id)?.pictures).toMatchObject([{ file: 'F0PICTURE', failures: 0 }]);
});

test.each([
  ['refuses', new SlackRejection('missing_scope')],
  ['doesn’t answer', new Unavailable('Slack didn’t respond.')],
])('an upload that Slack %s is tried three times, and the card stays as it is', async (_, error) => {
  const { now, uploads, said, settle } = pictured(error, error, error);
  await settle();
  expect([uploads.length, said]).toEqual([3, []]);
  expect(lacksPicture(now())).toBe(false);
});

test('a rate limit of Slack is not a failure: the upload is tried until it succeeds', async () => {
  const limited = new Unavailable('Slack didn’t respond.', 30);
  const { uploads, said, settle } = pictured(limited, limited, limited, limited);
  await settle();
  expect(uploads).toHaveLength(5);
  expect(said.map(({ kind }) => kind)).toEqual(['edit']);
});

test('a card whose edit Slack doesn’t answer is left to the sweeper', async () => {
  const { now, settle } = pictured();
  await settle({ edit: () => Promise.reject(new Unavailable('Slack didn’t respond.')) });
  expect(now().due).toEqual(['card']);
});

test('the sweeper wakes for a missing picture of an open request, and not otherwise', async () => {
  const { now, settle, change } = pictured();
  expect(wakesAt(now())).toBe(now().since);
  await settle();
  expect(wakesAt(now())).toBeGreaterThan(now().since);
  change({ status: 'rejected' });
  expect(lacksPicture(now())).toBe(false);
});

test('a request that is rejected while its picture is added is told by the vote, once the audit log has it', async () => {
  const { deps, ...world } = pictured();
  await world.settle();
  const [stored] = world.now().pictures ?? [];
  world.change({ pictures: stored && [{ ...stored, isShown: undefined }] });
  const told = world.said.length;
  let isFirst = true;
  const change: typeof deps.changes.change = (id, transition, known) => {
    if (isFirst) {
      const cast = { ...voteOf('U0BEN', 'reject'), at: world.now().since };
      const rejected = addVote(world.now(), cast);
      world.change('change' in rejected ? rejected.change : {});
    }
    isFirst = false;
    return deps.changes.change(id, transition, known);
  };
  await settle(world.now().id, { ...deps, changes: { ...deps.changes, change } });
  expect(world.now()).toMatchObject({ status: 'rejected', due: expect.arrayContaining(['card', 'log']) });
  expect(world.said).toHaveLength(told);
});
