import { UserError } from '../../answer/user-error.ts';
import { accountsOf, type Change } from '../../change/model/change.ts';
import { hour, type Millis } from '../../core/clock.ts';
import { inAscii } from '../../operation/field.ts';
import { commandWords } from '../context/command-link.ts';
import { type Context, defineOperation } from '../context/context.ts';
import { text } from '../fields/index.ts';
import { allEntries } from '../history/all-entries.ts';
import { type EndEntry, isEndEntry, progressOfApproval, progressOfPreview } from './request-progress.ts';

/** Longer than a preview waits for a decision: no entry of its change is older than this before its expiry. */
const lookBack: Millis = hour;
/** Entries per page of the audit log. */
const pageSize = 1000;

export const requestStatus = defineOperation({
  id: 'request.status',
  summary: 'Show the status of a request: a preview, or a request for approval',
  action: 'Show request',
  example: 'request status #1',
  fields: {
    request: inAscii(
      text({
        label: 'Request',
        hint: 'its number, like #1, or its id',
        example: '#1',
        at: 0,
        maxLength: 200,
      }),
    ),
  },
  risk: 'reads',
  offline: true,
  isPrivate: true,
  roles: [],
  async run({ request }, context) {
    const { changes, requester, clock } = context;
    const number = /^#?(\d{1,9})$/.exec(request)?.[1];
    const id = number === undefined ? request : await changes.idOf(Number(number));
    const change = id === undefined ? undefined : await changes.get(id);
    if (change) {
      const isMine = change.requester === requester;
      if (!isMine && !accountsOf(change).some(await context.mayApprove())) throw unknown(request);
      return progressOfApproval(change, clock());
    }
    const pending = id === undefined ? undefined : await changes.previewed(id);
    if (pending?.requester !== requester) throw unknown(request);
    const end = pending.status === 'confirmed' ? await endOf(pending, context) : undefined;
    return progressOfPreview(pending, end, clock());
  },
  result: (_, progress) => progress,
});

/** Returns the error for an unknown request. Other people's requests get it as well, so it doesn't reveal that they exist. */
const unknown = (request: string): UserError =>
  new UserError(`There is no request “${request}” that you can see.`, {
    next: `Run “${commandWords('approvals')}” to list the open ones.`,
  });

/** Returns the newest entry that determines the status of a confirmed change; undefined if none was logged yet. */
async function endOf(change: Change, { auditLog }: Pick<Context, 'auditLog'>): Promise<EndEntry | undefined> {
  const accounts = [...new Set(change.steps.map(({ account }) => account))];
  const found = await Promise.all(accounts.map((account) => endIn(account, change, auditLog)));
  return found.flatMap((entry) => entry ?? []).sort((a, b) => b.at - a.at)[0];
}

/** Reads page by page: later calls of agents may have pushed the entries of the change off the first page. */
async function endIn(
  account: string,
  { id, requester, expires }: Change,
  auditLog: Context['auditLog'],
): Promise<EndEntry | undefined> {
  const wanted = { account, person: requester, since: expires - lookBack, limit: pageSize };
  for await (const entry of allEntries(auditLog, wanted)) {
    const isOwn = entry.request === id || entry.request.startsWith(`${id}.`);
    if (isOwn && isEndEntry(entry)) return entry;
  }
  return undefined;
}
