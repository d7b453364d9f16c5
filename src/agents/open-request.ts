import { isDeepStrictEqual } from 'node:util';
import { type Approval, type Approvals, isWaiting } from '../core/approval.ts';
import type { Change, Step } from '../core/change.ts';

/**
 * The request of this person for this very change that is still in progress, whatever its reason; undefined if there is none. A
 * model that asks in a loop would otherwise post a card each time.
 */
export async function openRequestFor(
  change: Pick<Change, 'id' | 'requester' | 'steps'>,
  { approvals }: { readonly approvals: Pick<Approvals, 'waiting' | 'get'> },
): Promise<Approval | undefined> {
  const wanted = change.steps.map(identityOf);
  for (const { id, requester } of await approvals.waiting()) {
    if (requester !== change.requester || id === change.id) continue;
    const approval = await approvals.get(id);
    if (approval && isWaiting(approval) && isDeepStrictEqual(approval.steps.map(identityOf), wanted))
      return approval;
  }
  return undefined;
}

/** What a step asks for, without why. */
function identityOf({ operation, account, raw, startsAt, ends, after }: Step) {
  const { why: _, ticket: __, ...args } = raw;
  return { operation, account: account.toUpperCase(), args, startsAt, ends, after };
}
