import { type Answer, count, line, note, type Part, steps } from '../core/answer.ts';
import { defineOperation } from './shared/context.ts';
import {
  asked,
  awaited,
  notRead,
  reviewButton,
  waitingFor,
  withdrawButton,
} from './shared/open-approvals.ts';

/** Buttons beyond these would bury the rest of the answer. */
const mostButtons = 5;
const mostShown = 20;

export const approvals = defineOperation({
  id: 'approvals',
  summary: 'List what waits for your word, and what you wait for',
  example: 'approvals',
  fields: {},
  risk: 'reads',
  roles: [],
  run: (_, context) => waitingFor(context),
  result(_, waiting, { link }) {
    const { forMe, mine } = waiting;
    const shown = [
      ...forMe.map((approval) => ({ approval, mine: false })),
      ...mine.map((approval) => ({ approval, mine: true })),
    ].slice(0, mostShown);
    const withButton = shown.filter(({ approval }) => approval.phase === 'open').slice(0, mostButtons);
    const told = (own: boolean): Answer =>
      shown
        .filter((one) => one.mine === own)
        .flatMap((one): Part[] => [
          note(...(own ? awaited : asked)(one.approval)),
          ...(withButton.includes(one) ? [steps((own ? withdrawButton : reviewButton)(one.approval))] : []),
        ]);
    const hidden = forMe.length + mine.length - shown.length;
    const bare = shown.filter(({ approval }) => approval.phase === 'open').length - withButton.length;
    return [
      note(forMe.length > 0 ? { bold: 'These wait for your word' } : 'Nothing waits for your word.'),
      ...told(false),
      ...notRead(waiting),
      note(mine.length > 0 ? { bold: 'You wait for these' } : 'You wait for nothing.'),
      ...told(true),
      ...(hidden > 0 ? [note(`${count(hidden, 'more request')} not shown.`)] : []),
      ...(hidden > 0 || bare > 0
        ? [note('Buttons for the others come when these are dealt with: ', line(link('approvals')))]
        : []),
    ];
  },
});
