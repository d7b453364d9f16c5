export type Verb = 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH';

/**
 * A link of a resource (docs/cloud-api.md, Links). `path` is path and query of the href, without the host: hrefs may name an older
 * host over plain http. `rel` is an open set. `verbs` defaults to GET.
 */
export interface Link {
  readonly rel: string;
  readonly path: string;
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly verbs: readonly string[];
}

/** Returns the last segment of a link's path, decoded: the id, for links without `id` (docs/cloud-api.md, Links). */
export function lastSegment(path: string): string {
  const [address = ''] = path.split('?', 1);
  return decoded(address.split('/').filter(Boolean).at(-1) ?? '');
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/**
 * Returns whether the links of a resource list a verb. The verbs reflect the caller's role. False does not mean that the call would
 * fail: the service omits verbs that work (docs/cloud-api.md, Links).
 */
export function allows(entity: { readonly links: readonly Link[] }, verb: Verb, rel = 'self'): boolean {
  return entity.links.some((link) => link.rel === rel && link.verbs.includes(verb));
}
