import {
  type Answer,
  bold,
  buttons,
  code,
  context,
  done,
  facts,
  failed,
  line,
  note,
  preformatted,
  time,
} from '../../answer/answer.ts';
import { type ApiKey, maxKeys, nameOfKey } from '../../api-keys/api-key.ts';
import { keyLines, revokeKeyButton } from './key-lines.ts';

interface NewKey {
  readonly key: ApiKey;
  readonly token: string;
  /** URL of the MCP endpoint; the run endpoint is next to it. */
  readonly mcpUrl: string;
  /** Whether the message was sent before, with another token. */
  readonly isReplaced: boolean;
}

/**
 * Renders the only message with the token of a key: its permissions and its use. The shell command reads the token from a
 * variable, which keeps it out of the shell history.
 */
export const newKey = ({ key, token, mcpUrl, isReplaced }: NewKey): Answer => [
  done(bold(nameOfKey(key)), ' · works until ', time(new Date(key.expiresAt))),
  preformatted(token),
  context('Copy it now: Skydesk stores only its hash, and can’t show it again.'),
  note(
    'An agent or a script can ask with it in your name. Reads are answered. Changes wait for your click in Slack, or for approvals.',
  ),
  facts({ 'MCP endpoint': code(mcpUrl), Header: code('Authorization: Bearer KEY') }),
  preformatted(`curl ${new URL('run', mcpUrl).href} -H "Authorization: Bearer $SKYDESK_KEY" -d "alert list"`),
  buttons(revokeKeyButton(key)),
  ...(isReplaced
    ? [context('If you got an earlier message with this key, the key in it doesn’t work any more.')]
    : []),
];

/** Why the message with a token wasn't sent, as a sentence, and how to get a key. */
export interface NotShown {
  readonly why: string;
  readonly next: Answer;
}

/** Explains that the limit is reached. `others`: the person’s keys, with buttons to revoke them. */
export const oneTooMany = (others: readonly ApiKey[]): NotShown => ({
  why: `You have ${maxKeys} other keys, which is the limit.`,
  next: [
    ...others.flatMap(keyLines),
    note('Revoke one that you don’t need, then run ', line('key create'), ' again.'),
  ],
});

/** The reason if Slack refused the message. */
export const refusedBySlack: NotShown = {
  why: 'Slack didn’t show the key here.',
  next: [note('For a key, run ', line('key create'), ' in your direct messages with Skydesk.')],
};

/** Renders the message for a key that was revoked because its message wasn't sent: nobody has seen its token. */
export const keyNotShown = (key: ApiKey, { why, next }: NotShown): Answer => [
  failed(`${why} ${nameOfKey(key)} was revoked before anybody saw it.`),
  ...next,
];

/** Renders the message for a key that was revoked or expired before its message was sent again. */
export const keyIsOver = (key: ApiKey): Answer => [
  note(`${nameOfKey(key)} was revoked or has expired. For another one, run `, line('key create'), '.'),
];
