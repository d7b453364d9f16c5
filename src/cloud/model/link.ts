export type Verb = 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH';

/**
 * What may be done next (interface.md §2.1). `path` is path and query of the href only: hrefs may name an older host over
 * plain http (service-facts T3, §2.12), so the host is dropped. `rel` is an open set. Verbs default to GET.
 */
export interface Link {
  rel: string;
  path: string;
  id?: string | undefined;
  name?: string | undefined;
  verbs: string[];
}

/** The decoded segments of a link's path, without its query. */
export function segmentsOf(path: string): string[] {
  const [address = ''] = path.split('?', 1);
  return address.split('/').filter(Boolean).map(decoded);
}

/** The last segment of a link's path, which is where an id is when the link does not carry one (service-facts T24). */
export function lastSegment(path: string): string {
  return segmentsOf(path).at(-1) ?? '';
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/**
 * Whether the links of an entity offer a verb. "No" does not mean that the call would fail: the service understates
 * what works (service-facts T23). The verbs reflect the caller's role (interface.md §5).
 */
export function allows(entity: { links: Link[] }, verb: Verb, rel = 'self'): boolean {
  return entity.links.some((each) => each.rel === rel && each.verbs.includes(verb));
}
