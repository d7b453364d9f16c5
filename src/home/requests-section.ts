import { type Answer, count, type Inline, note, person, type Step, step, steps } from '../core/answer.ts';
import type { Approval } from '../core/approval.ts';
import { suggestionRef } from '../core/ids.ts';
import { commandWords } from '../operations/shared/command-link.ts';
import {
  asked,
  awaited,
  notRead,
  reviewStep,
  type Waiting,
  withdrawStep,
} from '../operations/shared/open-approvals.ts';

/** Upper bound for the requests in one section, so that the other sections stay visible. */
const maxShown = 6;

export const forMe = (waiting: Waiting): Answer => [
  ...(waiting.forMe.length === 0
    ? [note('Nothing waits for your word.')]
    : listed(waiting.forMe, asked, (approval) => [reviewStep(approval)])),
  ...notRead(waiting),
];

export const mine = ({ mine: requests }: Waiting): Answer =>
  requests.length === 0 ? [note('You wait for nothing.')] : listed(requests, ownSays, ownSteps);

function listed(
  requests: readonly Approval[],
  says: (approval: Approval) => readonly Inline[],
  can: (approval: Approval) => readonly Step[],
): Answer {
  const shown = requests.slice(0, maxShown);
  const hidden = requests.length - shown.length;
  return [
    ...shown.flatMap((approval) => [note(...says(approval)), steps(...can(approval))]),
    ...(hidden > 0
      ? [
          note(`${count(hidden, 'more request')}: those that expire soonest are shown.`),
          steps(step('List them', commandWords('approvals'))),
        ]
      : []),
  ];
}

const ownSays = (approval: Approval): readonly Inline[] => {
  const { phase, proposal } = approval;
  return phase === 'open' && proposal
    ? [
        ...awaited(approval),
        ' ',
        person(proposal.by),
        ` would agree to something narrower: ${proposal.says}.`,
      ]
    : awaited(approval);
};

const ownSteps = (approval: Approval): readonly Step[] =>
  approval.phase !== 'open'
    ? []
    : [...(approval.proposal ? [acceptStep(approval.id, approval.proposal)] : []), withdrawStep(approval)];

const acceptStep = (id: string, proposal: { readonly id: string }): Step => ({
  label: 'Take the proposal',
  style: 'primary',
  does: { decide: 'accept', on: suggestionRef(id, proposal.id) },
});
