import {
  type Answer,
  commandButton,
  context,
  count,
  type Inline,
  item,
  person,
  quote,
  time,
} from '../answer/answer.ts';
import { type Approval, approvedOf, requestLink } from '../change/model/approval.ts';
import { requestedThrough, throughText, titlesText } from '../change/model/change.ts';
import { scheduledStart } from '../change/model/scheduled-start.ts';
import { acceptButton, reviewButton, withdrawButton } from '../change/words/request-buttons.ts';
import { list } from '../core/list.ts';
import { commandWords } from '../operations/context/command-link.ts';
import { notRead, type Waiting } from '../operations/requests/open-approvals.ts';

/** Upper bound for the requests in one section, so that the other sections stay visible. */
const maxShown = 6;

/** Requests of others that this person can approve. */
export const forMe = (waiting: Waiting): Answer => [
  ...(waiting.forMe.length === 0
    ? [context('Nothing to review. Requests of others that you can approve appear here.')]
    : listed(waiting.forMe, toReview)),
  ...notRead(waiting),
];

/** This person's own requests that are in progress, without those that wait for their start, which are listed as scheduled. */
export function mine(waiting: Waiting): Answer {
  const requests = waiting.mine.filter((approval) => scheduledStart(approval) === undefined);
  return requests.length === 0
    ? [context('No open requests. A change that needs approval appears here until it is applied.')]
    : listed(requests, own);
}

function listed(requests: readonly Approval[], row: (approval: Approval) => Answer): Answer {
  const shown = requests.slice(0, maxShown);
  const hidden = requests.length - shown.length;
  return [
    ...shown.flatMap(row),
    ...(hidden > 0
      ? [
          item(
            `${count(hidden, 'more request')}: those that expire soonest are shown.`,
            commandButton('Show All', commandWords('approvals')),
          ),
        ]
      : []),
  ];
}

const toReview = (approval: Approval): Answer => [
  item(named(approval), reviewButton(approval)),
  context(
    person(approval.requester),
    ` in ${list(approval.accounts)}`,
    ...throughText(approval),
    ' · ',
    ...progress(approval),
    ' · ',
    quote(approval.reason),
  ),
  ...(approval.suggestion ? [context(...suggested(approval.suggestion))] : []),
];

function own(approval: Approval): Answer {
  const { phase, suggestion } = approval;
  const isOpen = phase === 'open';
  return [
    item(named(approval), ...(isOpen ? [withdrawButton(approval)] : [])),
    context(list(approval.accounts), ...requestedThrough(approval), ' · ', ...progress(approval)),
    ...(isOpen && suggestion ? [item(suggested(suggestion), acceptButton(approval, suggestion))] : []),
  ];
}

/** What a request would do, and its number as a link to its card. */
const named = (approval: Approval): readonly Inline[] => [
  ...titlesText(approval),
  ' · ',
  requestLink(approval),
];

function progress(approval: Approval): readonly Inline[] {
  if (approval.phase !== 'open') return ['applying…'];
  return [`${approvedOf(approval)} · expires `, time(new Date(approval.expires), 'relative')];
}

const suggested = ({ by, steps }: NonNullable<Approval['suggestion']>): readonly Inline[] => [
  '💬 ',
  person(by),
  ' suggests ',
  ...titlesText({ steps }),
];
