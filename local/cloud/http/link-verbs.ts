import type { Caller, Permission } from '../access/permissions.ts';

/** A link; key order as on the wire (docs/cloud-api.md, Links). */
export interface Link {
  readonly rel: string;
  readonly href: string;
  readonly id?: string;
  readonly name?: string;
  readonly verbs?: readonly string[];
}

type Verbs = Readonly<Partial<Record<'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH', Permission>>>;

/**
 * A row of a table of links. Its `allowed` is one of these:
 * - a permission for each verb: only the verbs that the caller's roles allow are shown, in this order (docs/cloud-api.md, Links).
 *   If only GET remains, the link has no verbs, which means the same. If none remains, the link is omitted.
 * - a permission for an action, such as archive, delete or restore: the link has no verbs, and is omitted without the permission
 * - verbs that everybody sees, or undefined
 */
type Row = readonly [
  rel: string,
  href: string,
  allowed?: Verbs | Permission | string[] | undefined,
  more?: Pick<Link, 'id' | 'name'>,
];

/** Returns the links that the caller sees, in order. Rows that are `false` are skipped. */
export function linksFor(caller: Caller, table: readonly (Row | false)[]): Link[] {
  return table.flatMap((row) => (row ? linkFor(caller, row) : []));
}

function linkFor(caller: Caller, [rel, href, allowed, more]: Row): Link[] {
  const link = { rel, href, ...more };
  if (allowed === undefined) return [link];
  if (typeof allowed === 'string') return caller.may(allowed) ? [link] : [];
  if (Array.isArray(allowed)) return [{ ...link, verbs: allowed }];
  const verbs = Object.entries(allowed)
    .filter(([, permission]) => caller.may(permission))
    .map(([verb]) => verb);
  if (verbs.length === 0) return [];
  return [verbs.length === 1 && verbs[0] === 'GET' ? link : { ...link, verbs }];
}
