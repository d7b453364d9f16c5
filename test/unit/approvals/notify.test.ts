import { expect, test } from 'vitest';
import { refresh } from '../../../src/approvals/notify.ts';
import { moved } from '../../../src/approvals/transitions/telling.ts';
import type { Message } from '../../../src/core/messaging.ts';
import { approvalsInMemory, memory } from '../memory.ts';
import { request, voteOf } from './requests.ts';

const at = (ts: string): Message => ({ channel: 'C1', ts });
const notice = voteOf('U0ANA', 'approve', { breakGlass: true, notice: at('n') });

test('what somebody deleted is posted again once, and remembered where it stands', async () => {
  const asked = request({ cards: [at('1'), at('2')], votes: [notice] });
  const { kept, approvals } = approvalsInMemory(asked);
  const edited: string[] = [];
  const { deps } = memory({ approvals });
  const outside = {
    ...deps,
    messenger: {
      ...deps.messenger,
      edit: async (message: Message) => {
        edited.push(message.ts);
        return ['1', 'n'].includes(message.ts) ? at(`${message.ts}b`) : message;
      },
    },
  };
  await refresh(asked, outside);
  expect(edited).toEqual(['1', '2', 'n']);
  await refresh(kept.get('a1') ?? asked, outside);
  expect(edited.slice(3)).toEqual(['1b', '2', 'nb']);
});

test.each<[string, Parameters<typeof moved>[1], string[], string]>([
  ['a card', [{ what: 'card', from: at('1'), to: at('3') }], ['3', '2'], 'n'],
  ['a notice', [{ what: 'notice', from: at('n'), to: at('3') }], ['1', '2'], '3'],
  [
    'a card that another worker posted again as well',
    [{ what: 'card', from: at('0'), to: at('3') }],
    ['1', '2', '3'],
    'n',
  ],
  ['a card of which that is known', [{ what: 'card', from: at('0'), to: at('2') }], ['1', '2'], 'n'],
])('the new place is kept of %s', (_, moves, cards, where) => {
  const stepped = moved(request({ cards: [at('1'), at('2')], votes: [notice] }), moves);
  expect(stepped).toMatchObject({
    approval: { cards: cards.map(at), votes: [{ notice: at(where) }] },
  });
});
