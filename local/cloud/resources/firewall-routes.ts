import { text } from '../http/body-schema.ts';
import { type Link, linksFor } from '../http/link-verbs.ts';
import { created, HttpError, noContent, notFound, ok, type Reply } from '../http/reply.ts';
import type { Call } from '../http/route-types.ts';
import type { CloudStore } from '../store/cloud-store.ts';
import { type Firewall, type FirewallChange, firewallStatus } from '../store/firewalls.ts';

/** The differences between the two kinds of firewall policies. */
interface Kind<Policy> {
  /** The segment in their paths. */
  readonly path: string;
  all(store: CloudStore): Map<string, Policy>;
  /** Returns the account, in upper case, and the data center, in lower case, under which a policy is listed. */
  placeOf(policy: Policy): readonly [account: string, location: string];
  readonly hasAbsoluteHrefs: boolean;
  /** Returns the members of a body that the other kind does not have. */
  fieldsOf(policy: Policy): object;
}

export function firewallsOf<Policy extends Firewall & { readonly destinationAccount: string }>(
  kind: Kind<Policy>,
) {
  const isAt = (policy: Policy, { account }: Call, location: string): boolean => {
    const [owner, place] = kind.placeOf(policy);
    return owner === account && place === location;
  };
  const find = (call: Call): Policy => {
    const location = findLocation(call);
    const policy = kind.all(call.store).get(call.param('policy').toLowerCase());
    if (!policy || !isAt(policy, call, location)) throw new HttpError(notFound);
    return policy;
  };
  /** Returns a relative link, or an absolute one with plain http and the host of the request (docs/cloud-api.md, Links). */
  const hrefOf = ({ host }: Call, policy: Policy): string => {
    const [account, location] = kind.placeOf(policy);
    const path = `/v2-experimental/${kind.path}/${account.toLowerCase()}/${location}/${policy.id}`;
    return kind.hasAbsoluteHrefs ? `http://${host}${path}` : path;
  };
  const linksOf = (call: Call, policy: Policy): Link[] =>
    linksFor(call.caller, [
      [
        'self',
        hrefOf(call, policy),
        { GET: 'viewFirewalls', PUT: 'changeFirewalls', DELETE: 'changeFirewalls' },
      ],
    ]);
  const bodyOf = (call: Call, policy: Policy): object => ({
    id: policy.id,
    status: firewallStatus(policy, call.now),
    enabled: policy.enabled,
    ...kind.fieldsOf(policy),
    links: linksOf(call, policy),
  });
  return {
    find,
    linksOf,
    bodyOf,
    add(call: Call, policy: Policy, body: object): Reply {
      kind.all(call.store).set(policy.id, policy);
      return created(hrefOf(call, policy), body);
    },
    list(call: Call): Reply {
      const location = findLocation(call);
      const destination = call.query.text('destinationAccount', 'destinationAccountId')?.toUpperCase();
      const policies = [...kind.all(call.store).values()].filter(
        (policy) =>
          isAt(policy, call, location) &&
          (destination === undefined || policy.destinationAccount === destination),
      );
      return ok(policies.map((policy) => bodyOf(call, policy)));
    },
    get: (call: Call): Reply => ok(bodyOf(call, find(call))),
    remove(call: Call): Reply {
      kind.all(call.store).delete(find(call).id);
      return noContent;
    },
  };
}

/** Returns the data center in the path, in lower case. @throws HttpError with an empty 404 for an unknown one */
export function findLocation({ store, param }: Call): string {
  const id = param('dataCenter').toLowerCase();
  if (!store.dataCenters.has(id)) throw new HttpError(notFound);
  return id;
}

/** Returns a change that starts now, with the outcome of the settings. */
export function changeNow({ now, settings }: Call): FirewallChange {
  return { at: now, pendingMs: settings.firewallPendingMs, outcome: settings.firewallOutcome };
}

/** Accepts the alias of an existing account, in any case. */
export const accountIn = ({ accounts }: CloudStore) =>
  text.toUpperCase().refine((alias) => accounts.has(alias), 'The account does not exist.');
