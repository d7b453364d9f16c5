import { text } from '../http/body-schema.ts';
import { HttpError, notFound } from '../http/reply.ts';
import type { Call } from '../http/route-types.ts';
import type { CloudStore } from '../store/cloud-store.ts';
import type { FirewallChange } from '../store/firewalls.ts';

/** The data center the path names, lower case. @throws HttpError with an empty 404 for an unknown one. */
export function findLocation({ store, param }: Call): string {
  const id = param('dataCenter').toLowerCase();
  if (!store.dataCenters.has(id)) throw new HttpError(notFound);
  return id;
}

/** A policy put to work now, to become what the settings say. */
export function changeNow({ now, settings }: Call): FirewallChange {
  return { at: now, pendingMs: settings.firewallPendingMs, outcome: settings.firewallOutcome };
}

/** An absolute href: plain http, and the host the settings say (service-facts 2.12 and 4, T3). */
export function absolute({ settings, host }: Call, path: string): string {
  return `http://${settings.hrefHost === 'own' ? host : settings.hrefHost}${path}`;
}

/** The alias of an account that there is, in any case. */
export const accountIn = ({ accounts }: CloudStore) =>
  text.toUpperCase().refine((alias) => accounts.has(alias), 'The account does not exist.');
