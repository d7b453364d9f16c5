import * as z from 'zod/mini';
import { isGroupId, isUserId } from '../../messaging/slack-ids.ts';
import type { Policy } from '../../policy/policy.ts';
import { type About, errorCodeIn, isAbout } from '../../slack/api/slack-codes.ts';
import { type Membership, membershipOf, slackUser, storedUserId } from '../../slack/client/slack-user.ts';
import { checkNames } from './check-names.ts';
import { CheckFailed, Skipped, type SlackProbe } from './probes.ts';

/** A person according to Slack. `id` is the one user id to store for that person. */
export interface KnownPerson {
  readonly id: string;
  readonly membership: Membership | 'unknown';
}

/** The people and groups in the policy, as Slack knows them. */
export interface KnownPeople {
  /** The people in the policy and the members of its approver groups, by user id. */
  readonly people: ReadonlyMap<string, KnownPerson>;
  /** The members of each user group, by its id; undefined for an unknown group. */
  readonly groups: ReadonlyMap<string, readonly string[] | undefined>;
}

/** Maximum number of user groups, and of people, to look up, because of Slack's rate limits. */
const maxLookups = 50;

/** Returns the non-empty lists of people in the policy, by their names in policy.json. */
export const listsIn = ({
  people,
  accounts,
  breakGlass,
}: Policy): readonly { readonly where: string; readonly people: readonly string[] }[] =>
  [
    { where: 'people.read', people: people.read },
    { where: 'people.change', people: people.change },
    { where: 'people.approve', people: people.approve },
    ...Object.entries(accounts).flatMap(([alias, { change = [], approve = [] }]) => [
      { where: `accounts.${alias}.change`, people: change },
      { where: `accounts.${alias}.approve`, people: approve },
    ]),
    { where: 'breakGlass.people', people: breakGlass?.people ?? [] },
  ].filter(({ people: named }) => named.length > 0);

/** Looks up all people and groups in the policy. `home` is the id of Skydesk's workspace. Rejects with `Skipped` or `CheckFailed`. */
export async function resolve(policy: Policy, home: string, slack: SlackProbe): Promise<KnownPeople> {
  const named = [...new Set(listsIn(policy).flatMap(({ people }) => people))];
  const ids = named.filter(isUserId);
  const groupIds = named.filter(isGroupId).slice(0, maxLookups);
  const groups = new Map(
    await Promise.all(groupIds.map(async (id) => [id, await membersOf(id, slack)] as const)),
  );
  const approving = approversIn(policy).flatMap((id) => groups.get(id) ?? []);
  const persons = [...new Set([...ids, ...approving])].slice(0, maxLookups);
  const people = await Promise.all(persons.map(async (id) => [id, await personOf(id, home, slack)] as const));
  return { people: new Map(people), groups };
}

const approversIn = ({ people, accounts }: Policy): readonly string[] => [
  ...people.approve,
  ...Object.values(accounts).flatMap(({ approve = [] }) => approve),
];

async function personOf(id: string, home: string, slack: SlackProbe): Promise<KnownPerson> {
  const unknown = { id, membership: 'unknown' } as const;
  const { body } = await slack.ask('users.info', { user: id });
  if (body.ok !== true) return refused(body.error, 'person', unknown);
  const { success, data } = slackUser.safeParse(body.user);
  return success ? { id: storedUserId(data), membership: membershipOf(data, home) } : unknown;
}

async function membersOf(id: string, slack: SlackProbe): Promise<readonly string[] | undefined> {
  const { body } = await slack.ask('usergroups.users.list', { usergroup: id });
  if (body.ok !== true) return refused(body.error, 'group', undefined);
  return z.catch(z.array(z.string()), []).parse(body.users);
}

/** Returns `meaning` for an error code of Slack that is about what was asked for. Else throws: `Skipped` for a missing scope, which another check reports, or `CheckFailed`. */
export function refused<Meaning>(error: unknown, expected: About | undefined, meaning: Meaning): Meaning {
  const word = wordOf(error);
  if (expected && isAbout(word, expected)) return meaning;
  if (word === 'missing_scope') throw new Skipped(checkNames.scopes);
  throw new CheckFailed('malformed', `Slack returned an error: ${word}.`);
}

/** Returns the error code of Slack or AWS if it can be shown, else a phrase. */
export const wordOf = (error: unknown): string => errorCodeIn(error) ?? 'without a reason';
