import { expect, test } from 'vitest';
import { changesIn } from '../../../../src/aws/sdk/change-store.ts';
import { openingsIn } from '../../../../src/aws/sdk/opening-store.ts';
import { stepsFrom } from '../../../../src/lifecycle/prepare/evaluate-change.ts';
import { confirmChange } from '../../../../src/lifecycle/request/confirm.ts';
import { cloudOfFile, connected } from '../../../support/in-memory/local-cloud.ts';
import { memory, words } from '../../../support/in-memory/memory.ts';
import { MemoryTable } from '../../../support/in-memory/memory-table.ts';
import { confirmationOf } from '../../../support/made/clicks.ts';
import { noon, previewOf, request } from '../../../support/made/requests.ts';
import { evaluated } from '../../../support/made/typed-line.ts';

/* Two runs of one click that meet: a worker froze, and another one took its job over. */

const cloud = await cloudOfFile();

/** A preview of a line in a table of its own, and what a click on it needs. */
async function previewed(line: string) {
  const table = new MemoryTable();
  const changes = changesIn(table, () => noon);
  const openings = openingsIn(table);
  const { deps, state } = memory({ service: connected(cloud), changes, openings });
  state.now = noon;
  const evaluation = await evaluated(line, deps);
  expect(evaluation.decision.kind).toBe('confirm');
  const change = previewOf({ reason: 'the shop', steps: stepsFrom(evaluation), basis: evaluation.basis });
  await changes.preview(change);
  return { changes, openings, deps, change };
}

test('a run that finds its step ended as it claims it answers the click', async () => {
  cloud.control.fail({ route: 'alertPolicies.create', status: 400 });
  const { changes, deps, change } = await previewed('alert create one disk=80 to=ops@example.com');
  const [frozen, claimed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const append: typeof deps.auditLog.append = async (...entry) => {
    claimed.resolve();
    await frozen.promise;
    return deps.auditLog.append(...entry);
  };
  const first = confirmChange(confirmationOf(change), { ...deps, auditLog: { ...deps.auditLog, append } });
  await claimed.promise;
  const claim: typeof changes.change = async (...transition) => {
    frozen.resolve();
    await first;
    return changes.change(...transition);
  };
  const second = await confirmChange(confirmationOf(change), {
    ...deps,
    changes: { ...deps.changes, change: claim },
  });
  expect((await changes.get(change.id))?.status).toBe('failed');
  expect(words(second.deliveries)).toContain('Nothing was changed');
});

test('a click whose change is a request by now leaves no opening', async () => {
  const { changes, openings, deps, change } = await previewed(
    'ip add DE1ACMEWEB03 tcp/22 from=203.0.113.0/24 why="the shop"',
  );
  await changes.put(request({ id: change.id, number: 1, job: change.id, steps: change.steps }));
  await confirmChange(confirmationOf(change), deps);
  expect((await changes.get(change.id))?.status).toBe('open');
  expect(await openings.of('U0ANA')).toEqual([]);
});
