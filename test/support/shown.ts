import { asObject } from '../../local/slack/payload/json.ts';
import { samplePeople } from '../../local/slack/workspace/sample-workspace.ts';
import { renderMessage } from '../../local/terminal/render-message.ts';

/** Returns the name of a person or channel in the local Slack, from its id: `ana` for `U0ANA`. */
export const nameOf = (id: string): string => id.replace(/^[UC]0/, '').toLowerCase();

/** Whether a text names a person, in memory by their id, or as `shownByName` renders it. */
export const isNamedIn = (text: string, person: string): boolean =>
  text.includes(person) || text.includes(`(${nameOf(person)})`);

/** Renders a message in a wide terminal, as lines. */
const linesOf = (message: object | undefined): string[] =>
  renderMessage(asObject(JSON.parse(JSON.stringify(message ?? {}))), {
    width: 400,
    colours: false,
    zone: 'UTC',
    now: 0,
    nameOf,
  }).split('\n');

/** Renders a message as lines, with ` · ` between the cells of a table. */
export const saidIn = (message: object): string[] =>
  linesOf(message).map((line) => line.trim().replace(/ {2,}/g, ' · '));

/** Renders a message as text; empty if there is none. */
export const shownAs = (message: object | undefined): string => linesOf(message).join('\n');

/**
 * Renders a message as text for comparisons, independent of the width of names: in one line, with labels instead of mentions.
 * Skydesk mentions people whom it notifies, and people whose names it can’t look up.
 */
export const shownByName = (message: object | undefined): string =>
  linesOf(message)
    .join(' ')
    .replace(
      /@(\w+)(?: \(\w+\))?/g,
      (_, name: string) =>
        `${samplePeople.find((person) => person.name === name)?.realName ?? name} (${name})`,
    );
