import { bold, type Inline, person } from '../../answer/answer.ts';
import type { MadeBy, OwnChange } from '../../drift/findings.ts';

/** Upper bound for the changes that are named. */
const maxNamed = 3;

const notKnown = ' (it isn’t known what that left)';

/** Formats the author: "by #1017 @ana", "outside Skydesk", "by #1017 @ana or outside Skydesk (it isn’t known what that left)". */
export function madeBy(by: MadeBy): readonly Inline[] {
  switch (by.kind) {
    case 'outside':
      return [bold('outside Skydesk')];
    case 'skydesk':
      return ['by ', ...named(by.changes)];
    case 'both':
      return [bold('outside Skydesk'), ', after ', ...named(by.changes), notKnown];
    case 'unclear':
      return ['by ', ...named(by.changes), ' or ', bold('outside Skydesk'), notKnown];
  }
}

function named(changes: readonly OwnChange[]): readonly Inline[] {
  const more = changes.length - maxNamed;
  const shown = changes
    .slice(0, maxNamed)
    .flatMap((change, at) => [...(at > 0 ? [', '] : []), ...nameOf(change)]);
  return more > 0 ? [...shown, ` and ${more} more`] : shown;
}

const nameOf = ({ name, requester, isEnd }: OwnChange): readonly Inline[] => [
  [isEnd ? 'the end of' : '', name ?? (isEnd ? 'a change of' : 'Skydesk for')].filter(Boolean).join(' '),
  ' ',
  person(requester),
];

/** Formats the author as plain text with user ids, for a file. */
export const madeByText = (by: MadeBy): string => {
  const changes = 'changes' in by ? by.changes : [];
  const who = changes
    .map(({ name = '', requester }) => [name, requester].filter(Boolean).join(' '))
    .join(', ');
  return by.kind === 'outside' || by.kind === 'skydesk' ? who || 'outside Skydesk' : `${by.kind}: ${who}`;
};
