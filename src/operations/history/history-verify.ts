import { code, count, done, failed, fields, line, note, context as smallPrint } from '../../answer/answer.ts';
import { optional } from '../../operation/field.ts';
import { defineOperation } from '../context/context.ts';
import { hash } from '../fields/index.ts';

export const historyVerify = defineOperation({
  id: 'history.verify',
  summary: 'Verify the audit log',
  example: 'history verify',
  fields: { hash: optional(hash({ label: 'Checkpoint' })) },
  risk: 'reads',
  roles: [],
  run: ({ hash }, { auditLog, service }) => auditLog.verify(service.alias, hash),
  result: ({ hash }, { entries, last, checkpoint, failure }, context) => {
    const { alias } = context.service;
    if (failure) {
      const where =
        failure.seq === 0
          ? 'it is empty, but you have a checkpoint of it'
          : `entry ${failure.seq} ${failure.why}`;
      return [
        failed(`The audit log of ${alias} failed verification: ${where}.`),
        note(
          `${count(entries, 'entry')} ${entries === 1 ? 'is' : 'are'} intact. `,
          hash !== undefined && failure.seq === last?.seq
            ? 'Check that you copied the whole checkpoint. If you did, tell your Skydesk admin.'
            : 'Tell your Skydesk admin.',
        ),
      ];
    }
    if (!last)
      return [note(`The audit log of ${alias} is empty. Only a checkpoint shows whether it always was.`)];
    const verify = context.link('history.verify', { hash: last.hash.slice(0, 16) });
    return [
      done(`The audit log of ${alias} is verified: ${count(entries, 'entry')}.`),
      fields({ 'Last entry': String(last.seq), Checkpoint: code(last.hash) }),
      note(
        checkpoint === undefined
          ? 'No entry was changed, removed or inserted. Only a checkpoint shows that none was cut off at the end, and that the log was not rewritten.'
          : `Entry ${checkpoint} matches your checkpoint, so everything up to it is unchanged. Later entries could have been cut off or rewritten.`,
      ),
      smallPrint(
        'Save this checkpoint where nobody can change it, to detect a full rewrite later: ',
        line(verify),
      ),
    ];
  },
});
