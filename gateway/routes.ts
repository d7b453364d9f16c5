import * as z from 'zod/mini';
import { parseJson } from '../src/core/parse-json.ts';
import { bodiesFor } from './bodies.ts';
import type { Part, Provider } from './provider.ts';
import { notFound, Refusal } from './refusal.ts';

/** An answer. Without a body it has no content type either. */
export interface Answer {
  readonly status: number;
  readonly body?: unknown;
  readonly location?: string;
  /** In seconds. */
  readonly retryAfter?: number;
}

/** One request, after its login: the account, the variable parts of its path, and what it brings. */
interface Asked {
  readonly provider: Provider;
  /** In upper case. */
  readonly alias: string;
  readonly at: Readonly<Record<string, string | undefined>>;
  readonly query: URLSearchParams;
  readonly body: unknown;
}

export type Handler = (asked: Asked) => Promise<Answer>;

const ok = (body: unknown): Answer => ({ status: 200, body });
const created = (body: unknown, location: string): Answer => ({ status: 201, body, location });
const done: Answer = { status: 204 };

/** Returns a handler that refuses what the provider lacks. */
const lacking =
  (part: Part): Handler =>
  async ({ provider }) => {
    throw new Refusal(400, provider.lacks[part]);
  };

const missing: Handler = async () => {
  throw notFound();
};

const alertPolicy = z.object({
  name: z.string().check(z.minLength(1)),
  actions: z.array(
    z.object({
      action: z.string(),
      settings: z.object({ recipients: z._default(z.array(z.string()), []) }),
    }),
  ),
  triggers: z.array(z.object({ metric: z.string(), duration: z.string(), threshold: z.number() })),
});
const assignment = z.object({ id: z.string() });
const lists = z.object({
  source: z.array(z.string()),
  destination: z.array(z.string()),
  ports: z.array(z.string()),
});
const change = z.partial(z.extend(lists, { enabled: z.boolean() }));
const draft = z.extend(lists, {
  enabled: z._default(z.boolean(), true),
  destinationAccount: z.optional(z.nullable(z.string())),
});

/** @throws Refusal with every mistake in the body */
function read<T>(schema: z.ZodMiniType<T>, body: unknown): T {
  const { data, error } = schema.safeParse(body);
  if (data !== undefined) return data;
  const mistakes = error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];
  throw new Refusal(400, mistakes.join('; '));
}

const withGroups = (query: URLSearchParams): boolean => query.get('groupLinks')?.toLowerCase() === 'true';
const isDetailed = (query: URLSearchParams): boolean => query.get('serverDetail') === 'detailed';

const dataCenterIn = ({ at }: Asked): string => (at.dc ?? '').toLowerCase();

const assign: Handler = async ({ provider, at, body }) => {
  const { id } = read(assignment, body);
  await provider.alertPolicies.assign(at.server ?? '', id);
  return ok({ id, links: [] });
};

function draftIn({ provider, alias, body }: Asked) {
  const { destinationAccount, ...policy } = read(draft, body);
  if (destinationAccount && destinationAccount.toUpperCase() !== alias)
    throw new Refusal(400, provider.lacks.otherAccount);
  return policy;
}

const inside = '/v2-experimental/firewallPolicies/:alias/:dc';
const between = '/v2-experimental/crossDcFirewallPolicies/:alias/:dc';

/**
 * The requests of the interface (docs/cloud-api.md) by method and path. What a provider can't see is refused and never an empty list,
 * since callers take what no list has for blocked.
 */
export const routes: Readonly<Record<string, Handler>> = {
  'GET /v2/datacenters/:alias': async ({ provider, alias, query }) => {
    const { dataCenter } = bodiesFor(provider, alias);
    const all = await provider.dataCenters();
    return ok(all.map((one) => dataCenter(one, withGroups(query))));
  },
  'GET /v2/datacenters/:alias/:dc': async (asked) => {
    const { provider, alias, query } = asked;
    const found = (await provider.dataCenters()).find(({ id }) => id === dataCenterIn(asked));
    if (!found) throw notFound();
    return ok(bodiesFor(provider, alias).dataCenter(found, withGroups(query)));
  },
  'GET /v2/datacenters/:alias/:dc/bareMetalCapabilities': missing,
  'GET /v2/datacenters/:alias/:dc/deploymentCapabilities': lacking('deployment'),
  'GET /v2/groups/:alias/:group': async ({ provider, alias, at, query }) =>
    ok(bodiesFor(provider, alias).group(await provider.group(at.group ?? ''), isDetailed(query))),
  'GET /v2/servers/:alias/:server': async ({ provider, alias, at }) =>
    ok(bodiesFor(provider, alias).server(await provider.server(at.server ?? ''))),

  'GET /v2/alertPolicies/:alias': async ({ provider, alias }) => {
    const all = await provider.alertPolicies.list();
    const { alertPolicy: bodyOf, alertPolicyCheck } = bodiesFor(provider, alias);
    return ok({ items: all.map(bodyOf), links: [alertPolicyCheck] });
  },
  // Before the policies, none of which has this id.
  'GET /v2/alertPolicies/:alias/check': async ({ provider, query }) => {
    const { check } = provider.alertPolicies;
    const policy = read(alertPolicy, parseJson(query.get('policy') ?? ''));
    const id = query.get('id');
    await (id === null ? check.create(policy) : check.update(id, policy));
    return done;
  },
  'GET /v2/alertPolicies/:alias/:id': async ({ provider, alias, at }) =>
    ok(bodiesFor(provider, alias).alertPolicy(await provider.alertPolicies.get(at.id ?? ''))),
  'POST /v2/alertPolicies/:alias': async ({ provider, alias, body }) => {
    const policy = await provider.alertPolicies.create(read(alertPolicy, body));
    const { alertPolicy: bodyOf, alertPolicyPath } = bodiesFor(provider, alias);
    return created(bodyOf(policy), alertPolicyPath(policy.id));
  },
  'PUT /v2/alertPolicies/:alias/:id': async ({ provider, alias, at, body }) => {
    const policy = await provider.alertPolicies.update(at.id ?? '', read(alertPolicy, body));
    return ok(bodiesFor(provider, alias).alertPolicy(policy));
  },
  'DELETE /v2/alertPolicies/:alias/:id': async ({ provider, at }) => {
    await provider.alertPolicies.delete(at.id ?? '');
    return done;
  },
  'POST /v2/servers/:alias/:server': assign,
  'POST /v2/servers/:alias/:server/alertPolicies': assign,
  'DELETE /v2/servers/:alias/:server/alertPolicies/:id': async ({ provider, at }) => {
    await provider.alertPolicies.unassign(at.server ?? '', at.id ?? '');
    return done;
  },

  [`GET ${inside}`]: async (asked) => {
    const { provider, alias } = asked;
    const dataCenter = dataCenterIn(asked);
    const { firewallPolicy } = bodiesFor(provider, alias);
    return ok(
      (await provider.firewallPolicies.list(dataCenter)).map((one) => firewallPolicy(dataCenter, one)),
    );
  },
  // Before the policies, none of which has this id.
  [`GET ${inside}/check`]: async (asked) => {
    const { check } = asked.provider.firewallPolicies;
    const dataCenter = dataCenterIn(asked);
    const id = asked.query.get('id') ?? '';
    const body = changeIn(asked.query);
    switch (asked.query.get('method')) {
      case 'POST':
        await check.create(dataCenter, draftIn({ ...asked, body }));
        return done;
      case 'PUT':
        await check.update(dataCenter, id, given(read(change, body)));
        return done;
      case 'DELETE':
        await check.delete(dataCenter, id);
        return done;
      default:
        throw new Refusal(400, 'The parameter method names the change to check: POST, PUT or DELETE.');
    }
  },
  [`GET ${inside}/:id`]: async (asked) => {
    const { provider, alias, at } = asked;
    const dataCenter = dataCenterIn(asked);
    const policy = await provider.firewallPolicies.get(dataCenter, at.id ?? '');
    return ok(bodiesFor(provider, alias).firewallPolicy(dataCenter, policy));
  },
  [`POST ${inside}`]: async (asked) => {
    const { provider, alias } = asked;
    const dataCenter = dataCenterIn(asked);
    const id = await provider.firewallPolicies.create(dataCenter, draftIn(asked));
    const self = bodiesFor(provider, alias).newFirewallPolicy(dataCenter, id);
    return created({ links: [self] }, self.href);
  },
  [`PUT ${inside}/:id`]: async (asked) => {
    const { provider, at, body } = asked;
    await provider.firewallPolicies.update(dataCenterIn(asked), at.id ?? '', given(read(change, body)));
    return done;
  },
  [`DELETE ${inside}/:id`]: async (asked) => {
    await asked.provider.firewallPolicies.delete(dataCenterIn(asked), asked.at.id ?? '');
    return done;
  },

  [`GET ${between}`]: lacking('betweenDataCenters'),
  [`GET ${between}/:id`]: lacking('betweenDataCenters'),
  [`POST ${between}`]: lacking('changeBetweenDataCenters'),
  [`PUT ${between}/:id`]: lacking('changeBetweenDataCenters'),
  [`DELETE ${between}/:id`]: lacking('changeBetweenDataCenters'),

  'GET /v2/servers/:alias/:server/publicIPAddresses/:ip': async ({ provider, at }) =>
    ok(await provider.publicIp(at.server ?? '', at.ip ?? '')),
  'POST /v2/servers/:alias/:server/publicIPAddresses': lacking('changePublicIp'),
  'PUT /v2/servers/:alias/:server/publicIPAddresses/:ip': lacking('changePublicIp'),
  'DELETE /v2/servers/:alias/:server/publicIPAddresses/:ip': lacking('changePublicIp'),

  'GET /v2/invoice/:alias/:year/:month': async ({ provider, alias, at }) => {
    const [year, month] = [Number(at.year), Number(at.month)];
    if (!Number.isInteger(year) || !Number.isInteger(month) || month < 1 || month > 12) throw notFound();
    return ok(bodiesFor(provider, alias).invoice(await provider.invoice(year, month)));
  },
  'GET /v2/operations/:alias/status/:job': async ({ provider, at }) =>
    ok({ status: await provider.job(at.job ?? '') }),

  // These two exist nowhere: an empty list is the truth.
  'GET /v2/accounts/:alias/customFields': async () => ok([]),
  'GET /v2/autoscalePolicies/:alias': async () => ok([]),
  'GET /v2/autoscalePolicies/:alias/:id': missing,
  'GET /v2/servers/:alias/:server/cpuAutoscalePolicy': missing,
  'PUT /v2/servers/:alias/:server/cpuAutoscalePolicy': lacking('autoscale'),
  'DELETE /v2/servers/:alias/:server/cpuAutoscalePolicy': lacking('autoscale'),
};

/** Returns the body of a change to check from its parameters: lists are separated by commas. */
const changeIn = (query: URLSearchParams): unknown =>
  Object.fromEntries(
    [...query]
      .filter(([name]) => name !== 'method' && name !== 'id')
      .map(([name, text]) => {
        if (name === 'enabled') return [name, text === 'true'];
        return [name, name === 'destinationAccount' ? text : text.split(',')];
      }),
  );

/** Returns a change without what was not given. */
function given({ source, destination, ports, enabled }: z.infer<typeof change>) {
  return {
    ...(source && { source }),
    ...(destination && { destination }),
    ...(ports && { ports }),
    ...(enabled !== undefined && { enabled }),
  };
}
