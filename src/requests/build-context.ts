import type { Login } from '../cloud/index.ts';
import type { Place } from '../core/reply-target.ts';
import type { Context } from '../operations/shared/context.ts';
import { mayApprove } from '../policy/may-decide.ts';
import { groupsIn, type Person } from '../policy/people.ts';
import type { Ports } from './dependencies.ts';
import { linksIn } from './write-link.ts';

type Needed = Pick<
  Ports,
  'service' | 'clock' | 'ledger' | 'members' | 'messenger' | 'approvals' | 'groups' | 'policy' | 'runChecks'
>;

/** Stands for the login where the service is not asked. */
const nobody: Login = { userName: '', accountAlias: '', locationAlias: '', roles: [] };

/**
 * A person as Slack knows them now: their ids, and those groups of the policy that they are in. Rejects when Slack cannot
 * be asked.
 */
export async function personOf(
  id: string,
  { members, groups, policy }: Pick<Ports, 'members' | 'groups' | 'policy'>,
): Promise<Person> {
  const member = await members.check(id);
  if ('refused' in member) return { id, groups: [], refused: member.refused };
  return { ...member, groups: await groups.of([member.id, ...member.aliases], groupsIn(policy)) };
}

/** What an operation may use, for the account that was asked for or else the login's own, and for who asks. */
export async function contextFor(account: string | undefined, place: Place, ports: Needed): Promise<Context> {
  return contextAs(await ports.service.login(), account, place, ports);
}

/** What an offline operation may use: nothing is asked of the service. */
export const contextAlone = (place: Place, ports: Needed): Context =>
  contextAs(nobody, undefined, place, ports);

function contextAs(login: Login, account: string | undefined, place: Place, ports: Needed): Context {
  const service = ports.service.account(account ?? login.accountAlias);
  return { service, login, link: linksIn({ service, login }), ...withoutService(place, ports) };
}

/** The part of it for which the service need not be there. */
export function withoutService(place: Place, ports: Needed): Omit<Context, 'service' | 'login' | 'link'> {
  const { clock, ledger, members, messenger, approvals, runChecks } = ports;
  return {
    clock,
    asker: place.person,
    ledger,
    approvals,
    async mayApprove() {
      const person = await personOf(place.person, ports);
      return (about) => mayApprove(person, about, ports.policy);
    },
    idOf: async (person) => (await personOf(person, ports)).id,
    nameOf: members.name,
    send: (file) => messenger.file(place, file),
    runChecks,
  };
}
