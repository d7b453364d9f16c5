import { expect, test } from 'vitest';
import { failed } from '../../../../src/answer/answer.ts';
import { claimOffers, whyExcluded } from '../../../../src/lifecycle/request/use-offers.ts';
import { changesInMemory, memory, words } from '../../../support/in-memory/memory.ts';
import { stepOf } from '../../../support/made/changes.ts';
import { decisionOf } from '../../../support/made/clicks.ts';
import { request } from '../../../support/made/requests.ts';

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
