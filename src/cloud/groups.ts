import * as z from 'zod/mini';
import { unknown } from '../core/unknown-text.ts';
import type { Send } from './call.ts';
import { links } from './link-schema.ts';
import type { Link } from './model/link.ts';
import type { Partly } from './model/partly.ts';
import { partly } from './read-partly.ts';
import { type Server, serverList } from './servers.ts';

/**
 * A server group with all its subgroups (docs/cloud-api.md, Groups). Servers are links with rel `server`, or complete records in
 * `servers` if read with `detailed`.
 */
export interface Group extends Partly {
  readonly id: string;
  readonly name: string;
  readonly servers?: readonly Server[] | undefined;
  readonly groups: readonly Group[];
  readonly links: readonly Link[];
}

const group: z.ZodMiniType<Group> = partly(
  z.object({
    id: z.string(),
    name: z.string(),
    servers: z.optional(serverList),
    groups: z._default(z.array(z.lazy(() => group)), []),
    links,
  }),
  { name: unknown },
);

/** Returns the call for server groups. */
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
