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
import { approvedOf, type Suggestion } from '../change/model/approval.ts';
import { accountsOf, type Change, requestLink } from '../change/model/change.ts';
import { scheduledStart } from '../change/model/scheduled-start.ts';
import { requestedThrough, titlesText } from '../change/model/titles.ts';
import { acceptButton } from '../change/words/accept-button.ts';
import { headline } from '../change/words/headline.ts';
import type { Viewer } from '../change/words/on-phone.ts';
import { reviewButton, withdrawButton } from '../change/words/request-buttons.ts';
import { list } from '../core/list.ts';
import { riskInShort } from '../lifecycle/views/card.ts';
import { commandWords } from '../operations/context/command-link.ts';
import { notRead, type Waiting } from '../operations/requests/open-approvals.ts';

/** Upper bound for the requests in a section, which keeps the other sections visible. */
const maxShown = 6;

/** Renders the requests of others that this person can approve. */
export const forMe = (waiting: Waiting): Answer => [
  ...(waiting.forMe.length === 0
    ? [context('Nothing to review. Requests of others that you can approve appear here.')]
    : listed(waiting.forMe, toReview)),
  ...notRead(waiting),
];

/** Renders this person's own requests in progress. Those that wait for their start are listed as scheduled instead. */
export function mine(waiting: Waiting): Answer {
  const requests = waiting.mine.filter((change) => scheduledStart(change) === undefined);
  return requests.length === 0
    ? [context('No open requests. A change that needs approval appears here until it is applied.')]
    : listed(requests, own);
}

function listed(requests: readonly Change[], row: (change: Change) => Answer): Answer {
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

const toReview = (change: Change): Answer => [
  item(named(change), reviewButton(change)),
  context(
    ...risk(change),
    list(accountsOf(change)),
    ' · ',
    ...progress(change),
    ' · ',
    quote(change.reason ?? ''),
  ),
  ...(change.approval?.suggestion ? [context(...suggested(change.approval.suggestion))] : []),
];

function own(change: Change): Answer {
  const { status, approval } = change;
  const suggestion = approval?.suggestion;
  const isOpen = status === 'open';
  return [
    item(named(change, 'requester'), ...(isOpen ? [withdrawButton(change)] : [])),
    context(
      ...risk(change),
      list(accountsOf(change)),
      ...(isOpen ? [' · ', ...progress(change)] : requestedThrough(change)),
    ),
    ...(isOpen && suggestion ? [item(suggested(suggestion), acceptButton(change, suggestion))] : []),
  ];
}

const risk = (change: Change): readonly Inline[] => riskInShort(change).flatMap((text) => [text, ' · ']);

/** Formats the headline of a request, and its number as a link to its card. */
const named = (change: Change, viewer?: Viewer): readonly Inline[] => [
  ...headline(change, viewer).text,
  ' · ',
  requestLink(change),
];

const progress = (change: Change): readonly Inline[] => [
  'requested ',
  time(new Date(change.created), 'relative'),
  ` · ${approvedOf(change)} · expires `,
  time(new Date(change.expires), 'relative'),
];

const suggested = ({ by, steps }: Suggestion): readonly Inline[] => [
  '💬 ',
  person(by),
  ' suggests ',
  ...titlesText({ steps }),
];
