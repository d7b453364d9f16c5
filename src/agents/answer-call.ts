import { randomUUID } from 'node:crypto';
import { type Answer, failed, line, note } from '../answer/answer.ts';
import { errorName, UserError } from '../answer/user-error.ts';
import type { TypedToken } from '../api-keys/api-key.ts';
import { hasToken, tokensIn } from '../api-keys/api-key-token.ts';
import { appendEntries, refusedEntries } from '../audit-log/append-entries.ts';
import { revokeKeysOf } from '../audit-log/revoke-keys.ts';
import { typedKeyOf, typedKeyRefusal } from '../audit-log/typed-key.ts';
import type { AuditEntry } from '../change/model/audit-log.ts';
import { newerTable } from '../change/model/newer-table.ts';
import { CloudApiError } from '../cloud/model/cloud-error.ts';
import { runRead } from '../commands/run-read.ts';
import { isRefused } from '../core/call-failed.ts';
import { Unavailable } from '../core/unavailable.ts';
import { identified, rejectionOf } from '../evaluate/admission.ts';
import { explain } from '../evaluate/describe-error.ts';
import { changeFrom } from '../lifecycle/request/evaluate-request.ts';
import { commandWords } from '../operations/context/command-link.ts';
import type { Job } from '../queue/job.ts';
import { answerIn } from '../queue/result.ts';
import { type CallClaim, callClaim } from './call-claim.ts';
import type { CallDependencies } from './call-dependencies.ts';
import { type CallRequest, readCall } from './read-call.ts';
import { requestChange } from './request-change.ts';
import { type TimeLeft, withinLimit } from './time-limit.ts';
import { type CallAnswer, notDone, type ToolCall } from './tool-call.ts';

/** The job fields of a call. Its answers go to the person's direct messages. */
type CallJob = Pick<Job, 'id' | 'team' | 'replyTo'> & { readonly through: string };

/** A request that names a command. */
type NamedRequest = Extract<CallRequest, { kind: 'prepared' | 'mistake' }>;

/**
 * Answers a request that a person made through an agent. Reads are answered. A change is previewed in the person's direct
 * messages, or its approval is requested; the call itself changes nothing. Resolves within 25 seconds and never rejects: errors
 * that the person can't fix are logged.
 */
export async function answerCall(call: ToolCall, deps: CallDependencies): Promise<CallAnswer> {
  const started = deps.clock();
  const request = readCall(call);
  const { operation, line: command } = request;
  const reads = isRead(request);
  const claim = callClaim(call, deps);
  const { answer: answered, effects } = await withinLimit<CallAnswer>(
    deps.timer,
    call.until - started,
    (time) =>
      answer(call, request, { claim, time }, deps).catch((error: unknown) => failure(error, reads, deps)),
    (started) => tooSlow(reads, started),
  );
  // The call had no effect that lasts, so the client may send the request again.
  await claim.end(answered.outcome === 'failed' && !effects);
  deps.log('call answered', {
    job: call.id,
    operation: operation?.id,
    outcome: answered.outcome,
    why: answered.why,
    ms: deps.clock() - started,
  });
  return command === undefined || hasToken(command) ? answered : { ...answered, line: command };
}

/** Whether a call can change nothing, regardless of its outcome. */
const isRead = ({ operation }: CallRequest): boolean => operation === undefined || operation.risk === 'reads';

/**
 * Answers a call. Revokes the API keys in it first, even if the call is then refused or over the limit. Then checks the caller
 * and the rate, and reads or requests.
 */
async function answer(
  call: ToolCall,
  request: CallRequest,
  { claim, time }: { readonly claim: CallClaim; readonly time: TimeLeft },
  deps: CallDependencies,
): Promise<CallAnswer> {
  if (await deps.isNewerTable?.()) return { outcome: 'failed', why: 'unavailable', answer: newerTable };
  const { id, team, through, person } = call;
  const job: CallJob = { id, team, through, replyTo: { channel: person, person } };
  const keyRefusal = await refuseTypedKeys(tokensIn(JSON.stringify([call.asked, call.given])), job, deps);
  const member = await deps.members.check(person);
  // Slack can send a different id of the person with each request.
  const retryAfterSeconds = await deps.callLimit.take('id' in member ? member.id : person);
  if (retryAfterSeconds !== undefined) return keyRefusal ?? limited(retryAfterSeconds);
  const rejection = await rejectionOf(job, true, deps);
  if (rejection) {
    if (request.kind === 'prepared')
      await appendEntries(await refusedEntries(request.prepared, job, rejection.why, deps), job.id, deps);
    // Members keep their keys if they call from a workspace where Skydesk is off.
    if ('refused' in member) await revokeKeysOf(person, member.refused, id, deps);
    return keyRefusal ?? refused(failed(`${rejection.why} Nothing was changed.`), ...rejection.next);
  }
  if (keyRefusal) return keyRefusal;
  const claimed = await claim.take();
  if (claimed === 'other') return reused;
  // Slackbot can send one request twice within a second, with equal signatures.
  if (claimed === 'copy' && (call.isKeyed || !isRead(request))) return copied(call, request);
  return answerPerson(request, await identified(job, deps), time, deps);
}

/** Refuses a call that contains API keys, and revokes them even if the audit log is unavailable. Undefined without keys. */
async function refuseTypedKeys(
  typed: readonly TypedToken[],
  job: CallJob,
  deps: CallDependencies,
): Promise<CallAnswer | undefined> {
  if (typed.length === 0) return undefined;
  const found = await Promise.all(typed.map((token) => typedKeyOf(token, deps)));
  for (const { key } of found) if (key) await deps.apiKeys.revoke(key.person, key.id);
  await appendEntries(
    found.flatMap(({ entries }) => entries),
    job.id,
    deps,
  );
  const answer = [...typedKeyRefusal, ...found.map(({ became }) => became)];
  return { outcome: 'failed', why: 'invalid', answer };
}

/** Answers a person who can use Skydesk. Refuses the call if it can't be written to the audit log. */
async function answerPerson(
  request: CallRequest,
  job: CallJob,
  time: TimeLeft,
  deps: CallDependencies,
): Promise<CallAnswer> {
  if (request.kind === 'help') return { outcome: 'answered', answer: request.answer };
  if (request.kind === 'unknown') return { outcome: 'failed', why: 'invalid', answer: request.answer };
  const { operation } = request;
  // A failed request can be sent again under its id with another command, and each is logged.
  if (!(await appendEntries(await calledEntries(request, job, deps), randomUUID(), deps))) return unlogged;
  if (isForPeople(request)) {
    if (request.kind === 'prepared')
      await appendEntries(await refusedEntries(request.prepared, job, onlyInSlack, deps), job.id, deps);
    return refused(failed(`${onlyInSlack} Nothing was changed.`), note('Run it there.'));
  }
  if (request.kind === 'mistake') return { outcome: 'failed', why: 'invalid', answer: request.answer };
  const { prepared } = request;
  if (operation.risk !== 'reads') return requestChange(prepared, job, time, deps);
  const result = await runRead(prepared, job, deps);
  return { outcome: result.outcome === 'refused' ? 'refused' : 'answered', answer: answerIn(result) };
}

/** Whether only a person may request it, in Slack: the command, or a step of its plan. */
const isForPeople = (request: NamedRequest): boolean =>
  request.operation.isForPeople ||
  (request.kind === 'prepared' &&
    changeFrom(request.prepared).prepared.some((step) => step.operation.isForPeople));

const onlyInSlack = 'Agents can’t request this: only a person can, in Slack.';

/** Upper bound for the command in the audit log, in characters. */
const maxLogged = 1000;

/**
 * Returns the audit entry for a call: in the account that it names, or else in the login's own. If that account can't be found
 * out, an operation that doesn't call the cloud API is answered without an entry. Rejects with the errors of the login.
 */
async function calledEntries(
  request: NamedRequest,
  { id, replyTo, through }: CallJob,
  { service, clock }: CallDependencies,
): Promise<readonly AuditEntry[]> {
  const { operation } = request;
  const named = request.kind === 'prepared' ? request.prepared.account : undefined;
  const login = named === undefined ? service.login() : undefined;
  const account =
    named ?? (operation.offline ? await login?.catch(() => undefined) : await login)?.accountAlias;
  if (account === undefined) return [];
  const title = request.line ?? operation.words.join(' ');
  return [
    {
      account,
      at: clock(),
      event: 'called',
      person: replyTo.person,
      operation: operation.id,
      title: title.slice(0, maxLogged),
      targets: [],
      request: id,
      through,
    },
  ];
}

const refused = (...said: Answer): CallAnswer => ({ outcome: 'refused', answer: said });

const limited = (retryAfterSeconds: number): CallAnswer => {
  const what = 'These are too many calls in a minute. Nothing was changed.';
  return { ...notDone('refused', 'limit', what, `Try again in ${retryAfterSeconds} s.`), retryAfterSeconds };
};

/** Returns the answer to a copy of a call. A change is stored under the id of its call, so its status shows the outcome. */
function copied({ id, isKeyed }: ToolCall, request: CallRequest): CallAnswer {
  const what = isKeyed
    ? 'This Idempotency-Key was used before, so nothing was done.'
    : 'Skydesk has this request already, so nothing was done again.';
  const status = note('Status: ', line(`${commandWords('request.status')} ${id}`));
  const next = note(isKeyed ? 'To run it again, use another key.' : 'To run it again, send a new request.');
  return {
    outcome: 'refused',
    why: 'copy',
    answer: [failed(what), ...(isRead(request) ? [] : [status]), next],
  };
}

const reused = notDone(
  'refused',
  'reused',
  'This Idempotency-Key was used for another command, so nothing was done.',
  'Use another key for each command.',
);

const unlogged = notDone(
  'failed',
  'unavailable',
  'The audit log is unavailable, and unlogged calls are blocked.',
  'Nothing was changed. Try again in a minute.',
);

/** Returns the answer to a call that exceeded the time limit. `effects`: its preview or request may still be made. */
function tooSlow(isRead: boolean, effects: boolean): CallAnswer {
  const afterEffects =
    'Nothing was changed. Its preview may still come to your direct messages with Skydesk, or the card to the approvers: check before you request it again.';
  const ofChange = effects ? afterEffects : 'Nothing was changed or requested. Try again in a minute.';
  const next = isRead ? 'Try again in a minute, or name fewer things.' : ofChange;
  return notDone('failed', 'unavailable', 'This takes too long.', next);
}

/** Returns the answer for an error. Only the error's name is logged. */
function failure(error: unknown, isRead: boolean, { log: write }: CallDependencies): CallAnswer {
  write('call failed', { error: errorName(error) });
  const why = whyFailed(error);
  return { outcome: 'failed', ...(why && { why }), answer: explain(error, { reads: isRead }) };
}

function whyFailed(error: unknown): CallAnswer['why'] {
  if (error instanceof UserError) return 'invalid';
  if (error instanceof CloudApiError)
    return error.kind === 'not-found' || error.kind === 'bad-request' ? 'invalid' : 'unavailable';
  return error instanceof Unavailable || isRefused(error) ? 'unavailable' : undefined;
}
