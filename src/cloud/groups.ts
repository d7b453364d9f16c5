import * as z from 'zod/mini';
import type { Send } from './call.ts';
import { links } from './link-schema.ts';
import type { Link } from './model/link.ts';
import { type Server, server } from './servers.ts';

/**
 * A server group with all its subgroups (service-facts §3). Servers are links with rel `server`, or complete records in
 * `servers` if read with `detailed`.
 */
export interface Group {
  readonly id: string;
  readonly name: string;
  readonly servers?: readonly Server[] | undefined;
  readonly groups: readonly Group[];
  readonly links: readonly Link[];
}

const group: z.ZodMiniType<Group> = z.object({
  id: z.string(),
  name: z.string(),
  servers: z.optional(z.array(server)),
  groups: z._default(z.array(z.lazy(() => group)), []),
  links,
});

/** Returns the call for server groups (service-facts §3). */
export function groups(send: Send, alias: string) {
  return {
    get: (id: string, options: { detailed?: boolean } = {}): Promise<Group> =>
      send({
        method: 'GET',
        path: ['v2', 'groups', alias, id],
        query: { serverDetail: options.detailed ? 'detailed' : undefined },
        answer: group,
      }),
  };
}
