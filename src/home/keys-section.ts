import { type Answer, context, line } from '../answer/answer.ts';
import type { ApiKey } from '../api-keys/api-key.ts';
import { commandWords } from '../operations/context/command-link.ts';
import { keyLines } from '../operations/keys/key-lines.ts';

/**
 * Renders the active API keys of a person; empty if there are none. Has no button for a new key, which can't be shown on the Home
 * tab.
 */
export const ownKeys = (keys: readonly ApiKey[]): Answer =>
  keys.length === 0
    ? []
    : [
        ...keys.flatMap(keyLines),
        context('For another key, run ', line(commandWords('key.create')), ' in a channel or in Messages.'),
      ];
