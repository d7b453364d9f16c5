import { CloudApiError } from '../cloud/model/cloud-error.ts';
import { type Answer, failed, line, note, type Part, warning } from '../core/answer.ts';
import { Unavailable } from '../core/unavailable.ts';
import { UserError } from '../core/user-error.ts';
import { commandWords } from '../operations/shared/command-link.ts';

type Sentences = Readonly<Record<CloudApiError['kind'], readonly [what: string, next: string]>>;

const sentences: Sentences = {
  'bad-credentials': [
    'The cloud service refused the bot’s user name or password.',
    'Whoever runs Skydesk has to check the secret with the service’s credentials.',
  ],
  unauthenticated: [
    'The cloud service did not accept the bot’s login, not even a new one.',
    'Try again in a minute. If it stays so, tell whoever runs Skydesk.',
  ],
  forbidden: [
    'The cloud service does not let the bot do this: its login lacks the role, or may not see that account.',
    'Compare its roles and account with the login.',
  ],
  'not-found': [
    'The cloud service does not know what this names. It may have been removed.',
    'List what there is and try again.',
  ],
  'bad-request': ['The cloud service did not accept this.', 'Correct it and try again.'],
  'service-error': ['The cloud service had an error of its own.', 'Try again in a minute.'],
  unreachable: ['The cloud service could not be reached.', 'Try again in a minute.'],
  'timed-out': ['The cloud service did not answer in time.', 'Try again in a minute.'],
  'unexpected-answer': [
    'The cloud service answered something that Skydesk does not understand.',
    'Tell whoever runs Skydesk which command this was.',
  ],
};

/** What the service's own rules forbid is not even sent. */
const notSent = [
  'The cloud service takes no such thing, so it was not asked.',
  'Correct it and try again.',
] as const;

/** What a failure of the service is, and what to do next. */
export const inWords = ({ kind, status }: CloudApiError): readonly [what: string, next: string] =>
  kind === 'bad-request' && status === undefined ? notSent : sentences[kind];

/**
 * A failure in the words of the person who asked: what happened, whether anything changed, what to do next.
 * `risky` says that a change had begun, so an unforeseen failure leaves its outcome unknown; `shows` is the
 * line that tells how things stand; `accepted` is a change that the service has taken on and that can no longer be
 * watched. No message of an unforeseen error is ever shown.
 */
export function explain(
  error: unknown,
  during: { reads?: boolean; risky?: boolean; shows?: string | undefined; accepted?: string } = {},
): Answer {
  if (during.accepted !== undefined) {
    const [what] = error instanceof CloudApiError ? inWords(error) : ['Something went wrong inside Skydesk.'];
    return [
      failed(what),
      warning(
        `The service had accepted this: ${during.accepted}. Skydesk stopped looking, so how it ends is not known.`,
      ),
    ];
  }
  if (error instanceof CloudApiError) {
    const [what, next] = inWords(error);
    return [
      failed(what),
      ...(error.kind === 'unexpected-answer' ? misread(error.problems) : listed(error.problems)),
      ...consequence(error.changed, during, next),
      ...(error.kind === 'forbidden' ? [note('See ', line(commandWords('whoami')), '.')] : []),
    ];
  }
  if (error instanceof UserError) {
    return [failed(error.message), ...error.details, ...consequence(error.changed, during, error.next)];
  }
  const isAway = error instanceof Unavailable;
  return [
    failed(isAway ? error.message : 'Something went wrong inside Skydesk.'),
    ...consequence(
      during.risky ? 'unknown' : 'nothing',
      during,
      isAway ? 'Try again in a minute.' : 'Try again. If it stays so, tell whoever runs Skydesk.',
    ),
  ];
}

/** Whether people are told of it at once, in its own words: what they did wrong, or what the cloud service did. */
export const isExpected = (error: unknown): boolean =>
  error instanceof UserError || error instanceof CloudApiError;

const listed = (problems: readonly { field: string; message: string }[]): Part[] =>
  problems.length === 0
    ? []
    : [{ kind: 'facts', facts: problems.map(({ field, message }) => [field || 'It says', message]) }];

/** What a validator says of an answer is in words for programmers; only where it stumbled is told. */
function misread(problems: readonly { field: string }[]): Part[] {
  const fields = problems.map(({ field }) => field).filter(Boolean);
  return fields.length === 0 ? [] : [note(`What it did not understand: ${fields.join(', ')}.`)];
}

function consequence(
  changed: 'nothing' | 'unknown',
  { reads, shows }: { readonly reads?: boolean; readonly shows?: string | undefined },
  next: string | undefined,
): Part[] {
  if (changed === 'nothing') {
    const said = [...(reads ? [] : ['Nothing was changed.']), ...(next ? [next] : [])];
    return said.length > 0 ? [note(said.join(' '))] : [];
  }
  return [
    warning('It is not known whether the change was made. It was not tried again.'),
    shows
      ? note('See how things stand before you repeat it: ', line(shows))
      : note('See how things stand before you repeat it.'),
  ];
}
