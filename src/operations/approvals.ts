import {
  type Answer,
  count,
  type Inline,
  line,
  note,
  type Part,
  person,
  type Step,
  steps,
  time,
} from '../core/answer.ts';
import { type Approval, agreed } from '../core/approval.ts';
import { operation } from './context.ts';

/** Buttons beyond these would bury the rest of the answer. */
const mostButtons = 5;
const mostShown = 20;

export const approvals = operation({
  id: 'approvals',
  does: 'List what waits for your word, and what you wait for',
  fields: {},
  risk: 'reads',
  async run(_, { approvals: all, mayApprove, asker, clock }) {
    const [waiting, mayDecideIn] = await Promise.all([all.waiting(), mayApprove()]);
    const alive = waiting.filter(({ phase, expires }) => phase !== 'open' || clock() < expires);
    return {
      forMe: alive.filter(
        (one) =>
          one.phase === 'open' &&
          one.asker !== asker &&
          one.votes.every((vote) => vote.person !== asker) &&
          mayDecideIn(one.account),
      ),
      mine: alive.filter((one) => one.asker === asker),
    };
  },
  answer(_, { forMe, mine }) {
    const shown = [
      ...forMe.map((approval) => ({ approval, mine: false })),
      ...mine.map((approval) => ({ approval, mine: true })),
    ].slice(0, mostShown);
    const withButton = shown.filter(({ approval }) => approval.phase === 'open').slice(0, mostButtons);
    const told = (own: boolean): Answer =>
      shown
        .filter((one) => one.mine === own)
        .flatMap((one): Part[] => [
          note(...(own ? awaited(one.approval) : asked(one.approval))),
          ...(withButton.includes(one) ? [steps(button(one))] : []),
        ]);
    const hidden = forMe.length + mine.length - shown.length;
    const bare = shown.filter(({ approval }) => approval.phase === 'open').length - withButton.length;
    return [
      note(forMe.length > 0 ? { bold: 'These wait for your word' } : 'Nothing waits for your word.'),
      ...told(false),
      note(mine.length > 0 ? { bold: 'You wait for these' } : 'You wait for nothing.'),
      ...told(true),
      ...(hidden > 0 ? [note(`${count(hidden, 'more request')} not shown.`)] : []),
      ...(hidden > 0 || bare > 0
        ? [note('Buttons for the others come when these are dealt with: ', line('approvals'))]
        : []),
    ];
  },
});

const asked = ({ asker, says, why, account, expires }: Approval): readonly Inline[] => [
  person(asker),
  ` asks to ${says}, in ${account}. Why: ${why}. Expires `,
  time(new Date(expires)),
  '.',
];

const stages = { granted: 'approved, about to run', running: 'approved, running at the service' } as const;

function awaited(approval: Approval): readonly Inline[] {
  const { says, account, approvers, phase, expires } = approval;
  const what = `${says}, in ${account}: `;
  if (phase === 'granted' || phase === 'running') return [`${what}${stages[phase]}.`];
  return [
    `${what}${agreed(approval)} of ${approvers} approvals so far. Expires `,
    time(new Date(expires)),
    '.',
  ];
}

const button = ({ approval: { id }, mine }: { approval: Approval; mine: boolean }): Step =>
  mine
    ? { label: 'Withdraw', does: { decide: 'withdraw', on: id } }
    : { label: 'Review', style: 'primary', does: { decide: 'review', on: id } };
