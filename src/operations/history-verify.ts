import { code, count, done, facts, failed, line, note } from '../core/answer.ts';
import { optional } from '../core/field.ts';
import { hash } from '../core/fields/index.ts';
import { lineIn, operation } from './context.ts';

export const historyVerify = operation({
  id: 'history.verify',
  does: 'Prove that no entry of the record was changed or removed',
  fields: { hash: optional(hash({ label: 'Hash noted earlier' })) },
  risk: 'reads',
  run: ({ hash }, { ledger, service }) => ledger.verify(service.alias, hash),
  answer: (_, { entries, last, broken }, context) => {
    const { alias } = context.service;
    if (broken) {
      return [
        failed(`The record of ${alias} does not hold: entry ${broken.seq} ${broken.why}.`),
        note(`${count(entries, 'entry')} hold${entries === 1 ? 's' : ''}. Tell whoever runs Skydesk.`),
      ];
    }
    if (!last) return [note(`Nothing is on the record of ${alias}.`)];
    return [
      done(`${count(entries, 'entry')} of ${alias}: none was changed, none is missing.`),
      facts({ 'Last entry': String(last.seq), Hash: code(last.hash) }),
      note(
        'Only somebody who writes the whole record anew could hide from this. Note the hash; later it proves that nobody did: ',
        line(lineIn(context, 'history verify', { key: 'hash', text: last.hash.slice(0, 16) })),
      ),
    ];
  },
});
