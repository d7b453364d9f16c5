import { person, type Text, time } from '../../answer/answer.ts';
import { requestName } from '../../change/model/change.ts';
import { stepOfId } from '../../change/model/ids.ts';
import type { Context } from './context.ts';

/** Upper bound for the audit log entries that are searched. */
const pageSize = 50;

/** A resource that a command may have created: the id of its operation, the name in its title, and its own id. */
interface Created {
  readonly operation: string;
  readonly name: string;
  readonly id: string;
}

/**
 * Resolves to who created a resource with Skydesk, and when: "Ana created it 2 minutes ago, with #7.". Undefined if the latest entries of
 * the audit log don't say.
 */
export async function creationOf(
  { operation, name, id }: Created,
  { auditLog, changes, service }: Context,
): Promise<Text | undefined> {
  const { entries } = await auditLog.read({ account: service.alias, about: operation, limit: pageSize });
  for (const { event, title, at, request } of entries) {
    if (event !== 'applied' || !title.includes(name)) continue;
    const { change: of, index } = stepOfId(request);
    const change = await changes.get(of);
    if (change?.steps[index]?.outcome?.results?.id !== id) continue;
    const number = change.number === undefined ? '' : `, with ${requestName(change)}`;
    return [person(change.requester), ' created it ', time(new Date(at), 'relative'), `${number}.`];
  }
  return undefined;
}
