import { expect, test } from 'vitest';
import { failed } from '../../../../src/answer/answer.ts';
import type { OfferUse } from '../../../../src/change/model/step.ts';
import { claimOffers, whyExcluded } from '../../../../src/lifecycle/request/use-offers.ts';
import { changesInMemory, memory, words } from '../../../support/in-memory/memory.ts';
import { stepOf } from '../../../support/made/changes.ts';
import { decisionOf } from '../../../support/made/clicks.ts';
import { noon, request } from '../../../support/made/requests.ts';

const outcome = { kind: 'failed', answer: [failed('No')], job: 'a1:run' } as const;
const click = (person: string) =>
  decisionOf({ id: `click-${person}`, replyTo: { channel: 'C0OPS', person } });

test('only one preview of a retry gets it, also if its job claims it again', async () => {
  const { deps } = memory(changesInMemory(request({ id: 'a1', status: 'failed' }, { outcome })));
  const preview = { steps: [stepOf({ retries: { id: 'a1' } })] as const };
  const [ana] = await claimOffers(preview, click('U0ANA'), deps);
  expect(ana).toEqual({ retried: 'a1' });
  expect(await claimOffers(preview, click('U0ANA'), deps)).toEqual([ana]);
  const [ben] = await claimOffers(preview, click('U0BEN'), deps);
  const out = whyExcluded(ben, undefined);
  expect(words(out?.answer)).toMatch(/retried by .*U0ANA.* already.*Nothing was changed/);
  expect(out?.note).toBe('It was retried already.');
});

test.each<[string, OfferUse['outcome'], string]>([
  ['runs', undefined, 'is undoing this right now. Nothing was changed.'],
  ['is done', 'done', 'already. Nothing was changed.'],
  ['may have been sent', 'unknown', 'is unknown. Nothing was changed.'],
])('while an Undo %s, another person reads so', async (_, known, sentence) => {
  const subject = { kind: 'alert policy', id: 'x' };
  const undo = {
    ...{ operation: 'alert.delete', raw: {}, line: 'alert delete x' },
    ...{ subject, state: 's', expires: noon },
  };
  const undoneBy = { person: 'U0BEN', job: 'click-U0BEN', outcome: known };
  const done = request(
    { status: 'done' },
    { outcome: { kind: 'done', answer: [], job: 'j0', undo }, undoneBy },
  );
  const { deps } = memory(changesInMemory(done));
  const [ana] = await claimOffers(
    { steps: [stepOf({ undoes: { id: 'a1', subject } })] },
    click('U0ANA'),
    deps,
  );
  expect(words(whyExcluded(ana, undefined)?.answer)).toContain(sentence);
});
