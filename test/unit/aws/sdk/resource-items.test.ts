import { afterEach, describe, expect, test } from 'vitest';
import { changesIn } from '../../../../src/aws/sdk/change-store.ts';
import type { Change } from '../../../../src/change/model/change.ts';
import { type Resource, ResourceChanged, resourceOf } from '../../../../src/change/model/resource.ts';
import { endNow, giveWay, withoutUnknown } from '../../../../src/change/transitions/moving.ts';
import { claim, complete } from '../../../../src/change/transitions/running.ts';
import { awsOfFile } from '../../../support/local-aws.ts';
import { endOf, endStart } from '../../../support/made/ends.ts';
import { ownTable } from '../../../support/made/own-table.ts';
import { noon, request } from '../../../support/made/requests.ts';

const local = awsOfFile();
afterEach(() => local.aws.faults.clear());

const changes = () => changesIn(ownTable(local.aws), Date.now);

let resources = 0;
/** The id of a resource that nothing has claimed. */
const unclaimed = (): string => {
  resources += 1;
  return `ACME/autoscale/server/s${resources}`;
};
const approved = (id: string): Change => request({ id, status: 'approved' });
const claimed = (change: Change, resource: Resource) => {
  const claiming = claim(change, 0, { job: `${change.id}:run`, run: 'r' }, noon);
  if ('refused' in claiming) throw new Error(claiming.refused);
  return { ...claiming, holds: { resources: [resource], by: { change: change.id, index: 0 } } };
};

describe('a resource', () => {
  test('has no version, holder or end before its first change', async () => {
    expect(await changes().resource('ACME/none')).toEqual({ id: 'ACME/none', version: 0, ends: [] });
  });

  test('is claimed in the write that claims a step; a step that read it before can’t claim it then', async () => {
    const id = unclaimed();
    for (const one of ['h2', 'h3']) await changes().put(approved(one));
    const before = await changes().resource(id);
    await changes().change('h2', (now) => claimed(now, before));
    expect((await changes().get('h2'))?.status).toBe('running');
    await expect(changes().change('h3', (now) => claimed(now, before))).rejects.toThrow(ResourceChanged);
    expect((await changes().get('h3'))?.status).toBe('approved');
    expect(await changes().resource(id)).toMatchObject({ version: 1, holder: { change: 'h2' } });
  });

  test('is claimed by one of ten that claim it at once', async () => {
    const id = unclaimed();
    const ids = Array.from({ length: 10 }, (_, number) => `t${number}`);
    for (const one of ids) await changes().put(approved(one));
    const before = await changes().resource(id);
    const ended = await Promise.allSettled(
      ids.map((one) => changes().change(one, (now) => claimed(now, before))),
    );
    expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await changes().resource(id)).version).toBe(1);
  });

  test('is claimed with a change that is stored as claimed, or neither is stored', async () => {
    const id = unclaimed();
    const before = await changes().resource(id);
    const holds = (change: string) => ({ resources: [before], by: { change, index: 0 } });
    expect(await changes().put(approved('p1'), holds('p1'))).toBe(true);
    expect(await changes().put(approved('p1'), holds('p1'))).toBe(false);
    await expect(changes().put(approved('p2'), holds('p2'))).rejects.toThrow(ResourceChanged);
    expect(await changes().get('p2')).toBeUndefined();
  });
});

describe('the ends on a resource', () => {
  const subject = (server: string) => ({ kind: 'alert policy on server', policy: 'p1', server });
  /** An end on a server of its own. */
  async function stored(of: string) {
    const undoes = { id: of, subject: subject(of), state: 's1' };
    const one = endOf({ step: { undoes } }, of);
    await changes().put(one);
    return { one, id: resourceOf(one.steps[0]) ?? '' };
  }
  const endsOn = async (id: string) => (await changes().resource(id)).ends;

  test('are listed while they wait', async () => {
    const { one, id } = await stored('e1');
    expect(await endsOn(id)).toEqual([one.id]);
    await changes().change(one.id, (now) => endNow(now, 'U0BEN', endStart + 1));
    expect(await endsOn(id)).toHaveLength(1);
  });

  test('are listed while their outcome is unknown, until they are closed', async () => {
    const { one, id } = await stored('unknown');
    await changes().change(one.id, (now) =>
      complete(now, 0, { kind: 'unknown', answer: [], job: 'j' }, endStart),
    );
    expect(await endsOn(id)).toEqual([one.id]);
    const gone = { kind: 'over', over: 'gone', answer: [], job: 'j2' } as const;
    await changes().change(one.id, (now) => complete(withoutUnknown(now), 0, gone, endStart));
    expect(await endsOn(id)).toEqual([]);
    expect((await changes().get(one.id))?.status).toBe('over');
  });

  test.each<[string, (change: Change) => ReturnType<typeof giveWay>]>([
    ['give way', (now) => giveWay(now, endStart)],
    ['are left', (now) => complete(now, 0, { kind: 'skipped', answer: [], job: 'j' }, endStart)],
  ])('are no longer listed once they %s', async (how, transition) => {
    const { one, id } = await stored(`over-${how}`);
    await changes().change(one.id, transition);
    expect(await endsOn(id)).toEqual([]);
  });
});
