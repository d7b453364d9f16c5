import type { Change } from '../../change/model/change.ts';
import { openRowsOf, placesClosedBy } from '../../change/model/open-row.ts';
import type { RowPlace } from '../../change/model/row-place.ts';
import { contentOf } from './content.ts';
import type { Write } from './dynamodb.ts';
import { openIn } from './open-rows.ts';

/** Returns the writes that bring the list of what stands open from what it has of a change to what it has of its next version. */
export function openRowWrites(known: Change | undefined, change: Change): readonly Write[] {
  const [before, after] = [known ? openRowsOf(known) : [], openRowsOf(change)];
  const texts = new Map(before.map((row) => [row.key, JSON.stringify(row)]));
  const changed = after.filter((row) => texts.get(row.key) !== JSON.stringify(row));
  const gone = keysByName([...before, ...placesClosedBy(change)]);
  for (const name of keysByName([...after, ...(known ? placesClosedBy(known) : [])]).keys())
    gone.delete(name);
  return [
    ...changed.flatMap((row) =>
      keysOf(row).map((key) => ({ Put: { Item: { ...key, content: contentOf(row) } } })),
    ),
    ...[...gone.values()].map((Key) => ({ Delete: { Key } })),
  ];
}

const keysOf = ({ accounts, key }: RowPlace) => accounts.map((account) => ({ pk: openIn(account), sk: key }));

const keysByName = (places: readonly RowPlace[]) =>
  new Map(places.flatMap(keysOf).map((key) => [JSON.stringify(key), key]));
