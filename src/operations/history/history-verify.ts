import { code, count, done, failed, fields, line, note, context as smallPrint } from '../../answer/answer.ts';
import { optional } from '../../operation/field.ts';
import { defineOperation } from '../context/context.ts';
import { hash, number } from '../fields/index.ts';

export const historyVerify = defineOperation({
  id: 'history.verify',
  summary: 'Verify the audit log',
  example: 'history verify',
  fields: {
    hash: optional(hash({ label: 'Checkpoint' })),
    from: optional(number({ label: 'Entry of it', example: '120', min: 1, max: 999_999_999 })),
  },
  risk: 'reads',
  roles: [],
  check: ({ hash, from }) =>
    from !== undefined && hash === undefined
      ? [{ field: 'hash', message: 'is needed with from=: the checkpoint of that entry' }]
      : [],
  run: ({ hash, from }, { auditLog, service }) =>
    auditLog.verify(service.alias, hash === undefined ? undefined : { hash, from }),
  result: ({ hash, from }, { entries, last, checkpoint, failure }, context) => {
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
    const verify = context.link('history.verify', {
      hash: last.hash.slice(0, 16),
      from: String(last.seq),
    });
    const part = from === undefined ? '' : ` from entry ${from} on`;
    return [
      done(`The audit log of ${alias} is verified${part}: ${count(entries, 'entry')}.`),
      fields({ 'Last entry': String(last.seq), Checkpoint: code(last.hash) }),
      note(whatItShows(checkpoint, from)),
      smallPrint(
        'Save this checkpoint where nobody can change it. It detects a full rewrite later, and the next time only what is new is read: ',
        line(verify),
      ),
    ];
  },
});

/** Explains the proof. `checkpoint`: the entry that matches it. `from`: the first entry that was read. */
function whatItShows(checkpoint: number | undefined, from: number | undefined): string {
  if (checkpoint === undefined)
    return 'No entry was changed, removed or inserted. Only a checkpoint shows that none was cut off at the end, and that the log was not rewritten.';
  const proven =
    from === undefined
      ? 'so everything up to it is unchanged'
      : 'and nothing after it was changed. Without from=, those before it are read, too';
  return `Entry ${checkpoint} matches your checkpoint, ${proven}. Later entries could have been cut off or rewritten.`;
}
