import { count } from '../../answer/answer.ts';
import { list } from '../../core/list.ts';
import { type MembersOf, type Shortage, shortages } from '../../policy/quorum.ts';
import { type Check, type CheckResult, ok, warning, wrong } from '../probes/check.ts';
import { checkNames } from '../probes/check-names.ts';
import { type KnownPeople, type KnownPerson, listsIn } from '../probes/policy-people.ts';

const membershipInWords: Readonly<Record<Exclude<KnownPerson['membership'], 'member'>, string>> = {
  unknown: 'isn’t known to Slack',
  gone: 'is deactivated',
  guest: 'is a guest, and guests can’t use Skydesk',
  'of another workspace': 'belongs to another workspace and can’t use Skydesk',
};

export const people: Check = {
  name: checkNames.people,
  system: 'Slack',
  async run(probes) {
    const lists = listsIn(probes.validPolicy());
    const known = await probes.known();
    const found = lists.flatMap(({ where, people: named }) =>
      named.flatMap((id) => strange(id, where, known)),
    );
    return found.length > 0 ? found : [ok('Everyone in policy.json is known to Slack.')];
  },
};

function strange(id: string, where: string, { people: persons, groups }: KnownPeople): CheckResult[] {
  const next = `Correct ${where} in policy.json, then build and deploy.`;
  if (groups.has(id)) {
    const members = groups.get(id);
    if (!members) {
      return [
        wrong(
          `The user group ${id}, named in ${where}, doesn’t exist in Slack, so nobody counts as a member of it.`,
          next,
        ),
      ];
    }
    if (members.length > 0) return [];
    return [
      warning(`The user group ${id}, named in ${where}, is empty.`, `Add people to it in Slack. Or: ${next}`),
    ];
  }
  const membership = persons.get(id)?.membership ?? 'member';
  return membership === 'member'
    ? []
    : [warning(`${id}, named in ${where}, ${membershipInWords[membership]}.`, next)];
}

export const approvers: Check = {
  name: 'Approvers',
  system: 'Slack',
  async run(probes) {
    const policy = probes.validPolicy();
    const { people: persons, groups } = await probes.known();
    const served = (id: string): string[] => {
      const known = persons.get(id) ?? { id, membership: 'member' };
      return known.membership === 'member' ? [known.id] : [];
    };
    const membersOf: MembersOf = (id) => (groups.has(id) ? (groups.get(id) ?? []) : [id]).flatMap(served);
    const short = shortages(policy, membersOf);
    if (short.length > 0) return short.map(shortageFinding);
    return [ok('Every change has enough approvers besides its requester.')];
  },
};

function shortageFinding({ accounts, minScore, approvers: wanted, left }: Shortage): CheckResult {
  const where = whereIn(accounts);
  const what =
    minScore === 0 ? `A firewall change${where}` : `A change${where} with a risk of ${minScore} or more`;
  const some = left === 0 ? 'no approver' : `only ${count(left, 'approver')}`;
  const lists = new Set(
    accounts.map((account) => (account === undefined ? 'people.approve' : `accounts.${account}.approve`)),
  );
  return wrong(
    `${what} needs ${count(wanted, 'approval')}, but may have ${some} besides the requester.`,
    `Name more people in ${list([...lists], 'or')} of policy.json, or add people to the user groups it names.`,
  );
}

/**
 * Writes the end of a phrase about a change: "", " in ACME", " that affects A and B", " in ACME that affects another account".
 */
function whereIn(accounts: Shortage['accounts']): string {
  const named = accounts.filter((account) => account !== undefined);
  if (named.length === 2) return ` that affects ${list(named)}`;
  const where = named.map((account) => ` in ${account}`).join();
  return accounts.length === 1 ? where : `${where} that affects another account`;
}
