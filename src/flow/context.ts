import type { Place } from '../core/ports.ts';
import type { Context } from '../operations/context.ts';
import { mayApprove } from '../policy/may-decide.ts';
import { groupsIn, type Person } from '../policy/people.ts';
import type { Login } from '../service/index.ts';
import type { Ports } from './ports.ts';

type Needed = Pick<
  Ports,
  'service' | 'clock' | 'ledger' | 'members' | 'messenger' | 'approvals' | 'groups' | 'policy' | 'examine'
>;

/** Stands for the login where the service is not asked. */
const nobody: Login = { userName: '', accountAlias: '', locationAlias: '', roles: [] };

/** Somebody, with those groups that the policy names and they are in. */
export async function personOf(
  id: string,
  { groups, policy }: Pick<Ports, 'groups' | 'policy'>,
): Promise<Person> {
  return { id, groups: await groups.of(id, groupsIn(policy)) };
}

/** What an operation may use, for the account that was asked for or else the login's own, and for who asks. */
export async function contextFor(account: string | undefined, place: Place, ports: Needed): Promise<Context> {
  return contextAs(await ports.service.login(), account, place, ports);
}

/** The same for an operation that runs alone: nothing is asked of the service. */
export const contextAlone = (place: Place, ports: Needed): Context =>
  contextAs(nobody, undefined, place, ports);

function contextAs(login: Login, account: string | undefined, place: Place, ports: Needed): Context {
  return {
    service: ports.service.account(account ?? login.accountAlias),
    login,
    ...withoutService(place, ports),
  };
}

/** The part of it for which the service need not be there. */
export function withoutService(place: Place, ports: Needed): Omit<Context, 'service' | 'login'> {
  const { clock, ledger, members, messenger, approvals, examine } = ports;
  return {
    clock,
    asker: place.person,
    ledger,
    approvals,
    async mayApprove() {
      const person = await personOf(place.person, ports);
      return (about) => mayApprove(person, about, ports.policy);
    },
    nameOf: members.name,
    send: (file) => messenger.file(place, file),
    examine,
  };
}
