import {
  type Answer,
  bold,
  buttons,
  context,
  done,
  type Inline,
  line,
  note,
  person,
  waiting,
  warning,
} from '../../answer/answer.ts';
import { capitalize } from '../../core/capitalize.ts';
import type { Lease, LeaseEnd } from '../model/lease.ts';
import { titleText } from '../model/titles.ts';
import { clockTime, endInWords } from './end-in-words.ts';
import { endNowButton, extendButton } from './lease-buttons.ts';

/*
 * What people are told of a lease in a message of its own.
 */

/** The news of a lease, for its requester, the channel of the request and the thread of its card. `now` in milliseconds since 1970. */
export function newsAnswer(lease: Lease, now: number): Answer {
  switch (lease.news?.kind) {
    case 'notice':
      return noticeAnswer(lease, now);
    case 'overdue':
      return [
        warning(bold('Overdue'), ' · ', ...title(lease)),
        ...(lease.end?.answer ?? [note('Its end was not executed yet.')]),
        note(...should(lease, now), 'It is still in effect, and Skydesk keeps trying.'),
        note('To end it yourself: ', line(lease.inverse.line)),
        about(lease),
      ];
    default:
      return [...closing(lease, now), about(lease)];
  }
}

/**
 * The notice that a lease ends soon. Once it is over, or its end was moved, it says how that stands. `now` in milliseconds since
 * 1970.
 */
export function noticeAnswer(lease: Lease, now: number): Answer {
  const { phase } = lease;
  return [
    waiting(bold('Ends soon'), ' · ', ...title(lease)),
    ...(phase === 'active' ? [buttons(extendButton(lease), endNowButton(lease))] : []),
    context(...aboutText(lease), ' · ', ...endInWords(lease, now)),
  ];
}

function closing(lease: Lease, now: number): Answer {
  const { because } = lease;
  const answer = [...(because ? [note(because)] : []), ...(lease.end?.answer ?? [])];
  const word = because ? 'undone' : 'ended';
  switch (lease.phase) {
    case 'ended':
      return [done(bold(capitalize(word)), ' · ', ...title(lease)), ...answer];
    case 'left':
      return [warning(bold(`Not ${word}`), ' · ', ...title(lease)), ...answer];
    case 'unknown':
      return [warning(bold('Outcome of its end unknown'), ' · ', ...title(lease)), ...answer];
    default:
      return [waiting(...title(lease), ' · ', ...should(lease, now))];
  }
}

const title = ({ step }: Lease): readonly Inline[] => [titleText(step)].flat();

const should = ({ endsAt }: Lease, now: number): readonly Inline[] =>
  endsAt === undefined ? [] : ['It should have ended at ', clockTime(endsAt, now), '. '];

/** Whose it is: the request, its requester, who approved it. */
const aboutText = ({ request, requester, approvers, endedBy }: Lease): readonly Inline[] => [
  ...(request ? [`${request} · `] : []),
  person(requester),
  ...(approvers.length > 0
    ? [' · approved by ', ...approvers.flatMap((id, at) => (at === 0 ? [person(id)] : [', ', person(id)]))]
    : []),
  ...(endedBy ? [' · ended by ', person(endedBy)] : []),
];

const about = (lease: Lease): Answer[number] => context(...aboutText(lease));

/** Nobody wrote down what came of an end. */
export const interrupted = ({ inverse }: Lease): Pick<LeaseEnd, 'answer' | 'note'> => ({
  answer: [
    warning('Skydesk was interrupted while it ended this. It didn’t try again.'),
    note('Check the current state. If it is still in effect, run: ', line(inverse.line)),
  ],
  note: 'Skydesk was interrupted while it ended this.',
});
