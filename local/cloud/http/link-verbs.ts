import type { Caller, Permission } from '../access/permissions.ts';

/** interface.md §2.1; key order as on the wire. */
export interface Link {
  readonly rel: string;
  readonly href: string;
  readonly id?: string;
  readonly name?: string;
  readonly verbs?: readonly string[];
}

export type Verbs = Readonly<Partial<Record<'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH', Permission>>>;

/**
 * A link that shows only the verbs the caller's roles allow, in the order given (interface.md §5.4). A link left with
 * GET alone carries no verbs, which means the same (interface.md §2.1); a link left with nothing is left out.
 */
export function linkFor(caller: Caller, link: Omit<Link, 'verbs'>, verbs: Verbs): Link[] {
  const allowed = Object.entries(verbs)
    .filter(([, permission]) => caller.may(permission))
    .map(([verb]) => verb);
  if (allowed.length === 0) return [];
  return [allowed.length === 1 && allowed[0] === 'GET' ? link : { ...link, verbs: allowed }];
}

/** A link to an action, which carries no verbs: archive, delete and restore are recorded so. Left out unless the caller may. */
export function actionLinkFor(
  caller: Caller,
  link: Omit<Link, 'verbs'>,
  permission: Permission,
): Omit<Link, 'verbs'>[] {
  return caller.may(permission) ? [link] : [];
}
