import type { Person, UserGroup } from '../slack/workspace/sample-workspace.ts';
import type { Message } from './workspace-view.ts';

type Said = Pick<Message, 'text' | 'blocks'>;

const says = ({ text, blocks }: Said, calls: readonly string[]): boolean => {
  const said = `${text} ${JSON.stringify(blocks)}`;
  return calls.some((call) => said.includes(call));
};

export const names = (message: Said, { id }: Pick<Person, 'id'>): boolean =>
  says(message, [`<@${id}`, `"user_id":"${id}"`]);

/** Whether a message notifies the reader: by name, by one of their user groups, or as a mention of everybody. */
export function mentions(
  message: Said,
  person: Pick<Person, 'id'>,
  allGroups: readonly UserGroup[],
): boolean {
  const groups = allGroups.filter(({ members }) => members.includes(person.id)).map(({ id }) => id);
  const everybody = ['<!here', '<!channel', '<!everyone', '"type":"broadcast"'];
  const asGroup = groups.flatMap((id) => [`<!subteam^${id}`, `"usergroup_id":"${id}"`]);
  return names(message, person) || says(message, [...everybody, ...asGroup]);
}
