import { asObject } from '../../local/slack/payload/json.ts';
import { samplePeople } from '../../local/slack/workspace/sample-workspace.ts';
import { renderMessage } from '../../local/terminal/render-message.ts';

/** The name that a person or channel has in the local Slack, from its id: `U0ANA` is `ana`. */
export const nameOf = (id: string): string => id.replace(/^[UC]0/, '').toLowerCase();

/** A message as a wide terminal shows it, in lines. */
const linesOf = (message: object | undefined): string[] =>
  renderMessage(asObject(JSON.parse(JSON.stringify(message ?? {}))), {
    width: 400,
    colours: false,
    zone: 'UTC',
    now: 0,
    nameOf,
  }).split('\n');

/** A message in lines, of which the cells of a table are parted by ` · `. */
export const saidIn = (message: object): string[] =>
  linesOf(message).map((line) => line.trim().replace(/ {2,}/g, ' · '));

/** A message as text; empty if there is none. */
export const shownAs = (message: object | undefined): string => linesOf(message).join('\n');

/**
 * A message as text, to compare it however wide its names are: in one line, with full names in place of mentions. In a channel Skydesk
 * mentions those whose name it can’t look up.
 */
export const shownByName = (message: object | undefined): string =>
  linesOf(message)
    .join(' ')
    .replace(
      /@(\w+)/g,
      (mention, name: string) => samplePeople.find((person) => person.name === name)?.realName ?? mention,
    );
