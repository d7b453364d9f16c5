import { type Answer, context, line } from '../answer/answer.ts';
import type { ApiKey } from '../api-keys/api-key.ts';
import { commandWords } from '../operations/context/command-link.ts';
import { keyLines } from '../operations/keys/key-lines.ts';

/** The API keys of a person that work; empty if there are none. A new one can't be shown here, so there is no button for it. */
export const ownKeys = (keys: readonly ApiKey[]): Answer =>
  keys.length === 0
    ? []
    : [
        ...keys.flatMap(keyLines),
        context('For another key, run ', line(commandWords('key.create')), ' in a channel or in Messages.'),
      ];
