import { type Answer, context, count, heading, item, line, note } from '../../answer/answer.ts';
import { waitsToStart } from '../../change/model/scheduled-start.ts';
import { cancelStartButton, reviewButton, withdrawButton } from '../../change/words/request-buttons.ts';
import { defineOperation } from '../context/context.ts';
import { awaited, incoming, notRead, waitingFor } from './open-approvals.ts';

const maxShown = 20;

export const changes = defineOperation({
  id: 'approvals',
  summary: 'List the requests that need your review, and your own',
  example: 'approvals',
  fields: {},
  risk: 'reads',
  isPrivate: true,
  roles: [],
  run: (_, context) => waitingFor(context),
  result(_, waiting, { link }) {
    const { forMe, mine } = waiting;
    const shown = [
      ...forMe.map((change) => ({ change, mine: false })),
      ...mine.map((change) => ({ change, mine: true })),
    ].slice(0, maxShown);
    const listed = (own: boolean): Answer =>
      shown
        .filter((request) => request.mine === own)
        .map(({ change }) => {
          const says = own ? awaited(change, 'requester') : incoming(change);
          if (waitsToStart(change)) return item(says, cancelStartButton(change));
          if (change.status !== 'open') return item(says);
          return item(says, own ? withdrawButton(change) : reviewButton(change));
        });
    const hidden = forMe.length + mine.length - shown.length;
    return [
      ...(forMe.length > 0 ? [heading('Needs your review')] : [note('Nothing needs your review.')]),
      ...listed(false),
      ...notRead(waiting),
      ...(mine.length > 0 ? [heading('Your requests')] : [note('You have no open requests.')]),
      ...listed(true),
      ...(hidden > 0
        ? [
            context(
              `${count(hidden, 'more request')} · run this again when these are decided: `,
              line(link('approvals')),
            ),
          ]
        : []),
    ];
  },
});
