import type { StoredEntry } from '../core/audit-log.ts';
import type { PendingChange } from '../core/pending-change.ts';
import { UserError } from '../core/user-error.ts';
import { text } from './fields/index.ts';
import { commandWords } from './shared/command-link.ts';
import { type Context, defineOperation } from './shared/context.ts';
import { progressOfApproval, progressOfPreview } from './shared/request-progress.ts';

/** A preview is decided on within minutes, and its change ends within the hour. In milliseconds. */
const lookBack = 60 * 60_000;
/** Upper bound for the entries of its requester that are searched. */
const searched = 1000;

export const requestStatus = defineOperation({
  id: 'request.status',
  summary: 'Show how a request stands: a preview, or a request for approval',
  example: 'request status #1042',
  fields: {
    request: text({
      label: 'Request',
      hint: 'its number, like #1042, or its id',
      example: '#1042',
      at: 0,
      maxLength: 200,
    }),
  },
  risk: 'reads',
  offline: true,
  isPrivate: true,
  roles: [],
  async run({ request }, context) {
    const { approvals, pendingChanges, requester, clock } = context;
    const number = /^#?(\d{1,9})$/.exec(request)?.[1];
    const id = number === undefined ? request : await approvals.idOf(Number(number));
    const approval = id === undefined ? undefined : await approvals.get(id);
    if (approval) {
      const isMine = approval.requester === requester;
      if (!isMine && !approval.accounts.some(await context.mayApprove())) throw unknown(request);
      return progressOfApproval(approval);
    }
    const pending = id === undefined ? undefined : await pendingChanges.get(id);
    if (pending?.requester !== requester) throw unknown(request);
    return progressOfPreview(pending, await entriesOf(pending, context), clock());
  },
  result: (_, progress) => progress,
});

/** A request of others is as unknown as one that does not exist. */
const unknown = (request: string): UserError =>
  new UserError(`There is no request “${request}” that you can see.`, {
    next: `Run “${commandWords('approvals')}” to list the open ones.`,
  });

/** The entries of a previewed change, newest first. */
async function entriesOf(
  { id, requester, expires, steps }: PendingChange,
  { auditLog }: Pick<Context, 'auditLog'>,
): Promise<readonly StoredEntry[]> {
  const pages = await Promise.all(
    [...new Set(steps.map(({ account }) => account))].map((account) =>
      auditLog.read({ account, person: requester, since: expires - lookBack, limit: searched }),
    ),
  );
  return pages
    .flatMap(({ entries }) => entries)
    .filter(({ request }) => request === id || request.startsWith(`${id}.`))
    .sort((a, b) => b.at - a.at);
}
