import type { Person, UserGroup } from '../slack/workspace/sample-workspace.ts';
import type { Message } from './workspace-view.ts';

/** Whether a message calls the reader: by name, by a user group that they are in, or as everybody there. */
export function mentions(
  { text, blocks }: Pick<Message, 'text' | 'blocks'>,
  person: Pick<Person, 'id'>,
  allGroups: readonly UserGroup[],
): boolean {
  const groups = allGroups.filter(({ members }) => members.includes(person.id)).map(({ id }) => id);
  const said = `${text} ${JSON.stringify(blocks)}`;
  return [
    `<@${person.id}`,
    `"user_id":"${person.id}"`,
    '<!here',
    '<!channel',
    '<!everyone',
    '"type":"broadcast"',
    ...groups.flatMap((id) => [`<!subteam^${id}`, `"usergroup_id":"${id}"`]),
  ].some((call) => said.includes(call));
}
