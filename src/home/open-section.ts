import { type Answer, commandButton, count, item, context as smallPrint, time } from '../answer/answer.ts';
import type { Context } from '../operations/context/context.ts';
import { byUrgency, howMany } from '../operations/openings/open-list.ts';
import { shortRow } from '../operations/openings/row-lines.ts';

/** Upper bound for the rows, which keeps the other sections visible. */
const maxShown = 5;

/** Renders what stands open in the account, as Skydesk left it: the cloud API isn't asked. Empty if nothing is open. */
export async function openNow({
  changes,
  service,
  clock,
  requester,
  link,
}: Pick<Context, 'changes' | 'service' | 'clock' | 'requester' | 'link'>): Promise<Answer> {
  const rows = (await changes.openRows(service.alias)).toSorted(byUrgency);
  if (rows.length === 0) return [];
  const [now, hidden] = [clock(), rows.length - maxShown];
  const all = commandButton('Show All', link('openings'));
  return [
    smallPrint(...howMany(rows), ' · as Skydesk left it, as of ', time(new Date(now))),
    ...rows.slice(0, maxShown).map((row) => shortRow(row, requester, now)),
    ...(hidden > 0 ? [item(count(hidden, 'more opening'), all)] : []),
  ];
}
