import { admin } from '../answer/admin.ts';
import { type Answer, code, failed, type Inline, line, note, type Part, warning } from '../answer/answer.ts';
import { reference } from '../answer/failure-reference.ts';
import { UserError } from '../answer/user-error.ts';
import { CloudApiError } from '../cloud/model/cloud-error.ts';
import { isRefused } from '../core/call-failed.ts';
import { Unavailable } from '../core/unavailable.ts';
import { MissingScope } from '../messaging/missing-scope.ts';
import { commandWords } from '../operations/context/command-link.ts';

const somethingWrong = 'Something went wrong in Skydesk.';

type Sentences = Readonly<Record<CloudApiError['kind'], readonly [what: string, next: string]>>;

const sentences: Sentences = {
  'bad-credentials': [
    'The cloud API rejected Skydesk’s username or password.',
    `Ask ${admin} to check the API credentials.`,
  ],
  unauthenticated: [
    'The cloud API rejected Skydesk’s login.',
    `Try again in a minute. If this keeps happening, tell ${admin}.`,
  ],
  forbidden: [
    'The cloud API denied this: Skydesk’s API user lacks the role, or access to that account.',
    `Ask ${admin} to check its roles.`,
  ],
  'not-found': [
    'The cloud API couldn’t find this. It may have been deleted.',
    'Check the list and try again.',
  ],
  'bad-request': ['The cloud API rejected this request.', 'Correct it and try again.'],
  'service-error': ['The cloud API returned an error.', 'Try again in a minute.'],
  unreachable: ['Skydesk couldn’t reach the cloud API.', 'Try again in a minute.'],
  'timed-out': ['The cloud API didn’t respond in time.', 'Try again in a minute.'],
  'unexpected-answer': [
    'The cloud API sent a response that Skydesk doesn’t understand.',
    `Tell ${admin} which command you ran.`,
  ],
};

/** For a request that was not sent because it breaks a rule of the API that Skydesk knows. */
const notSent = ['That value isn’t allowed, so nothing was sent.', 'Correct it and try again.'] as const;

/** Describes a failure of the cloud API and the next step. */
export const inWords = ({ kind, status }: CloudApiError): readonly [what: string, next: string] =>
  kind === 'bad-request' && status === undefined ? notSent : sentences[kind];

/**
 * Describes a failure to the requester: what happened, whether anything changed, what to do next.
 * - `reads`: nothing can have changed.
 * - `started`: the change has begun, so its outcome is unknown after an unexpected failure.
 * - `statusCommand`: the command that shows the current state.
 * - `acceptedTitle`: the title of an accepted change that can no longer be tracked.
 *
 * The message of an unexpected error is never shown. It has a reference by which an operator finds it in the logs, as have the other
 * failures that only an administrator can look into.
 */
export function explain(
  error: unknown,
  during: {
    reads?: boolean;
    started?: boolean;
    statusCommand?: string | undefined;
    acceptedTitle?: string;
  } = {},
): Answer {
  if (during.acceptedTitle !== undefined) {
    const [what] = error instanceof CloudApiError ? inWords(error) : [somethingWrong];
    return [
      warning(what),
      note(
        `Outcome unknown: ${during.acceptedTitle}. The cloud API accepted it, but Skydesk stopped tracking it.`,
      ),
    ];
  }
  if (error instanceof CloudApiError) {
    const [what, next] = inWords(error);
    return [
      signOf(error.changed)(what),
      ...(error.kind === 'unexpected-answer' ? misread(error.problems) : listed(error.problems)),
      ...consequence(error.changed, during, next),
      ...(error.kind === 'forbidden'
        ? [note('Skydesk’s account and roles: ', line(commandWords('whoami')))]
        : []),
    ];
  }
  if (error instanceof UserError) {
    const { message, asks, details, changed, next } = error;
    const what = asks ? note(message) : signOf(changed)(message);
    return [what, ...details, ...consequence(changed, { ...during, reads: during.reads || asks }, next)];
  }
  const changed = during.started ? 'unknown' : 'nothing';
  const [next, ...what] = otherwise(error);
  const isOutage = error instanceof Unavailable;
  return [signOf(changed)(...what), ...consequence(changed, during, next), ...(isOutage ? [] : reference())];
}

/** Returns the next step, and a description, for a failure that neither the requester nor the cloud API caused. */
function otherwise(error: unknown): readonly [next: string, ...what: Inline[]] {
  if (error instanceof MissingScope)
    return [
      `Ask ${admin} to add the scope to the app and to reinstall it.`,
      'Slack refused a look-up, because Skydesk’s Slack app lacks the scope ',
      code(error.scope),
      '.',
    ];
  if (isRefused(error))
    return [
      error.again === 'when cured'
        ? `Ask ${admin} to run the health check, which says what Skydesk lacks.`
        : `Tell ${admin} what you did.`,
      `${error.system} refuses a call of Skydesk: `,
      code(error.code),
      '.',
    ];
  return error instanceof Unavailable
    ? ['Try again in a minute.', error.message]
    : [`Try again. If this keeps happening, tell ${admin}.`, somethingWrong];
}

/** Returns whether an error is described to people as it is: their own mistake, or a failure of the cloud API. */
export const isExpected = (error: unknown): boolean =>
  error instanceof UserError || error instanceof CloudApiError;

/** Returns the constructor of the only notice. An unknown outcome gets a warning, since the change may not have failed. */
const signOf = (changed: 'nothing' | 'unknown') => (changed === 'nothing' ? failed : warning);

/** For a change that may have been made, before how to check it. */
const outcomeUnknown: Part = note('Outcome unknown. Skydesk didn’t try again.');

const listed = (problems: readonly { field: string; message: string }[]): Part[] =>
  problems.length === 0
    ? []
    : [{ kind: 'facts', facts: problems.map(({ field, message }) => [field || 'Details', message]) }];

/** Lists only the names of the fields, since a validator's messages are for developers, with the reference of the log lines. */
function misread(problems: readonly { field: string }[]): Part[] {
  const fields = problems.map(({ field }) => field).filter(Boolean);
  return [...(fields.length === 0 ? [] : [note(`Unexpected fields: ${fields.join(', ')}`)]), ...reference()];
}

function consequence(
  changed: 'nothing' | 'unknown',
  { reads, statusCommand }: { readonly reads?: boolean; readonly statusCommand?: string | undefined },
  next: string | undefined,
): Part[] {
  if (changed === 'nothing') {
    const said = [...(reads ? [] : ['Nothing was changed.']), ...(next ? [next] : [])];
    return said.length > 0 ? [note(said.join(' '))] : [];
  }
  return [outcomeUnknown, checkFirst(statusCommand)];
}

/** Renders how to check for changes. `statusCommand` shows the current state. */
export const checkFirst = (statusCommand: string | undefined): Part =>
  statusCommand
    ? note('Check before you run it again: ', line(statusCommand))
    : note('Check the current state before you run it again.');
