import { code, count, done, facts, failed, line, note } from '../core/answer.ts';
import { optional } from '../core/field.ts';
import { hash } from './fields/index.ts';
import { defineOperation } from './shared/context.ts';

export const historyVerify = defineOperation({
  id: 'history.verify',
  summary: 'Verify the chain of hashes of the audit log',
  example: 'history verify',
  fields: { hash: optional(hash({ label: 'Hash noted earlier' })) },
  risk: 'reads',
  roles: [],
  run: ({ hash }, { auditLog, service }) => auditLog.verify(service.alias, hash),
  result: (_, { entries, last, checkpoint, failure }, context) => {
    const { alias } = context.service;
    if (failure) {
      const where =
        failure.seq === 0 ? 'it is empty, but a hash was noted' : `entry ${failure.seq} ${failure.why}`;
      return [
        failed(`The audit log of ${alias} failed verification: ${where}.`),
        note(`${count(entries, 'entry')} hold${entries === 1 ? 's' : ''}. Tell your Skydesk admin.`),
      ];
    }
    if (!last)
      return [
        note(`The audit log of ${alias} is empty. Only a hash noted earlier shows whether it always was.`),
      ];
    const verify = context.link('history.verify', { hash: last.hash.slice(0, 16) });
    return [
      done(`${count(entries, 'entry')} of ${alias}: the chain of hashes holds.`),
      facts({ 'Last entry': String(last.seq), Hash: code(last.hash) }),
      note(
        checkpoint === undefined
          ? 'So no entry was changed, removed or added in the middle. That nothing was cut off at the end, and that the chain was not written again, is shown by a noted hash alone.'
          : `Entry ${checkpoint} has the hash that you noted, so everything up to it is as it was then. Entries after it could have been cut off or written again.`,
      ),
      note(
        'Keep this hash where nobody can change it. Later it shows that everything up to here is as it is now: ',
        line(verify),
      ),
    ];
  },
});
