import { list } from '../../core/list.ts';
import { type MembersOf, type Shortage, shortages } from '../../policy/quorum.ts';
import { type Check, type Found, ok, warning, wrong } from '../probes/check.ts';
import { checkNames } from '../probes/check-names.ts';
import { type Known, type KnownPerson, listsIn } from '../probes/policy-people.ts';

const standings: Readonly<Record<Exclude<KnownPerson['standing'], 'member'>, string>> = {
  unknown: 'is nobody whom Slack knows',
  gone: 'has no active account',
  guest: 'is a guest, and guests are never served',
  'of another workspace': 'belongs to another workspace, and is never served',
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
    return found.length > 0 ? found : [ok('Slack knows everybody whom policy.json names.')];
  },
};

function strange(id: string, where: string, { people: persons, groups }: Known): Found[] {
  const next = `Correct ${where} in policy.json, then build and deploy.`;
  if (groups.has(id)) {
    const members = groups.get(id);
    if (!members) {
      return [
        wrong(
          `Slack knows no user group ${id}, named in ${where}: nobody can be judged by the policy.`,
          next,
        ),
      ];
    }
    if (members.length > 0) return [];
    return [
      warning(
        `The user group ${id}, named in ${where}, is empty.`,
        `Put people into it in Slack, or: ${next}`,
      ),
    ];
  }
  const standing = persons.get(id)?.standing ?? 'member';
  return standing === 'member' ? [] : [warning(`${id}, named in ${where}, ${standings[standing]}.`, next)];
}

export const approvers: Check = {
  name: 'Approvers',
  system: 'Slack',
  async run(probes) {
    const policy = probes.validPolicy();
    const { people: persons, groups } = await probes.known();
    const served = (id: string): string[] => {
      const known = persons.get(id) ?? { id, standing: 'member' };
      return known.standing === 'member' ? [known.id] : [];
    };
    const membersOf: MembersOf = (id) => (groups.has(id) ? (groups.get(id) ?? []) : [id]).flatMap(served);
    const short = shortages(policy, membersOf);
    if (short.length > 0) return short.map(told);
    return [ok('For every change there are enough people to approve it, without whoever asks.')];
  },
};

function told({ accounts, minScore, approvers: wanted, left }: Shortage): Found {
  const where = whereIn(accounts);
  const what =
    minScore === 0 ? `A firewall change${where}` : `A change${where} of ${minScore} points or more`;
  const others = wanted === 1 ? 'one person' : `${wanted} people`;
  const some = left === 0 ? 'nobody' : `only ${left}`;
  const lists = new Set(
    accounts.map((account) => (account === undefined ? 'people.approve' : `accounts.${account}.approve`)),
  );
  return wrong(
    `${what} needs the word of ${others} besides whoever asks, and ${some} may be left.`,
    `Name more people in ${list([...lists], 'or')} of policy.json, or put more into the user groups that it names.`,
  );
}

/** End of a phrase about a change: "", " in account ACME", " in account ACME that reaches into another account". */
function whereIn(accounts: Shortage['accounts']): string {
  const named = accounts.filter((account) => account !== undefined);
  if (named.length === 2) return ` that touches the accounts ${list(named)}`;
  const where = named.map((account) => ` in account ${account}`).join();
  return accounts.length === 1 ? where : `${where} that reaches into another account`;
}
