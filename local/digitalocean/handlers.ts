import { randomUUID } from 'node:crypto';
import type { Bill, Body, World } from './world.ts';

/** An answer of DigitalOcean. */
export interface Reply {
  readonly status: number;
  readonly body?: unknown;
}

interface Call {
  readonly world: World;
  readonly at: Readonly<Record<string, string | undefined>>;
  readonly query: URLSearchParams;
  readonly body: Body;
}

type Handler = (call: Call) => Reply;

const ok = (body: unknown, status = 200): Reply => ({ status, body });
const done: Reply = { status: 204 };
export const gone: Reply = {
  status: 404,
  body: { id: 'not_found', message: 'The resource you requested could not be found.' },
};

/** Removes the item at an index; -1 if there is none. */
function removeAt(list: unknown[], index: number): Reply {
  if (index < 0) return gone;
  list.splice(index, 1);
  return done;
}

/** Returns one page of a list, as `per_page` and `page` ask. */
function page(key: string, all: readonly unknown[], query: URLSearchParams): Body {
  const perPage = Number(query.get('per_page') ?? 20);
  const first = (Number(query.get('page') ?? 1) - 1) * perPage;
  return { [key]: all.slice(first, first + perPage), links: {}, meta: { total: all.length } };
}

const account = {
  droplet_limit: 25,
  floating_ip_limit: 5,
  email: 'sammy@example.com',
  uuid: 'b6fr89dbf6d9156cace5f3c78dc9851d957381ef',
  email_verified: true,
  status: 'active',
  status_message: '',
  team: { uuid: '5df3e3004a17e242b7c20ca6c9fc25b701a47ece', name: 'My Team' },
};

const resourcesIn = ({ resources }: Body): readonly { readonly resource_id: string }[] =>
  Array.isArray(resources) ? resources : [];

/** Adds a tag to droplets, or takes it from them. */
const retag =
  (change: (tags: readonly string[], tag: string) => string[]): Handler =>
  ({ world, at, body }) => {
    const { tag = '' } = at;
    if (!world.tags.has(tag)) return gone;
    const wanted = resourcesIn(body).map(({ resource_id }) => resource_id);
    const found = world.droplets.filter(({ id }) => wanted.includes(String(id)));
    if (found.length < wanted.length) return gone;
    for (const droplet of found) droplet.tags = change(droplet.tags, tag);
    return done;
  };

const billOf = ({ world, at }: Call): Bill | undefined =>
  world.bills.find(({ invoice_uuid }) => invoice_uuid === at.id);

const itemsOf = ({ amount, invoice_period }: Bill) => {
  const time = { start_time: `${invoice_period}-01T00:00:00Z`, end_time: `${invoice_period}-28T00:00:00Z` };
  const use = { duration: '744', duration_unit: 'Hours', ...time };
  return [
    {
      product: 'Droplets',
      resource_id: '3164494',
      description: 'web-01 (s-1vcpu-1gb)',
      amount: '6.00',
      ...use,
    },
    {
      product: 'Kubernetes Clusters',
      group_description: 'my-doks-cluster',
      description: 'pool-1',
      amount: (Number(amount) - 7.14).toFixed(2),
      ...use,
    },
  ];
};

/** The requests that the gateway sends, by method and path. */
export const handlers: Readonly<Record<string, Handler>> = {
  'GET /v2/account': () => ok({ account }),
  'GET /v2/droplets': ({ world, query }) => {
    const wantsGpus = query.get('type') === 'gpus';
    const found = world.droplets.filter(
      ({ size_slug }) => String(size_slug).startsWith('gpu-') === wantsGpus,
    );
    return ok(page('droplets', found, query));
  },
  'GET /v2/droplets/:id': ({ world, at }) => {
    const droplet = world.droplets.find(({ id }) => String(id) === at.id);
    return droplet ? ok({ droplet }) : gone;
  },
  'GET /v2/vpcs': ({ world, query }) => ok(page('vpcs', world.vpcs, query)),

  'POST /v2/tags': ({ world, body }) => {
    const name = String(body.name);
    world.tags.add(name);
    return ok({ tag: { name, resources: { count: 0 } } }, 201);
  },
  'DELETE /v2/tags/:tag': ({ world, at }) => {
    const { tag = '' } = at;
    if (!world.tags.delete(tag)) return gone;
    for (const droplet of world.droplets) droplet.tags = droplet.tags.filter((name) => name !== tag);
    return done;
  },
  'POST /v2/tags/:tag/resources': retag((tags, tag) => [...new Set([...tags, tag])]),
  'DELETE /v2/tags/:tag/resources': retag((tags, tag) => tags.filter((name) => name !== tag)),

  'GET /v2/monitoring/alerts': ({ world, query }) => ok(page('policies', world.policies, query)),
  'GET /v2/monitoring/alerts/:id': ({ world, at }) => {
    const policy = world.policies.find(({ uuid }) => uuid === at.id);
    return policy ? ok({ policy }) : gone;
  },
  'POST /v2/monitoring/alerts': ({ world, body }) => {
    const policy = { ...body, uuid: randomUUID() };
    world.policies.push(policy);
    return ok({ policy });
  },
  'PUT /v2/monitoring/alerts/:id': ({ world, at, body }) => {
    const index = world.policies.findIndex(({ uuid }) => uuid === at.id);
    if (index < 0 || at.id === undefined) return gone;
    const policy = { ...body, uuid: at.id };
    world.policies[index] = policy;
    return ok({ policy });
  },
  'DELETE /v2/monitoring/alerts/:id': ({ world, at }) => {
    const index = world.policies.findIndex(({ uuid }) => uuid === at.id);
    return removeAt(world.policies, index);
  },

  'GET /v2/firewalls': ({ world, query }) => {
    const answer = ok(page('firewalls', [...world.firewalls], query));
    settle(world);
    return answer;
  },
  'POST /v2/firewalls': ({ world, body }) => {
    const pendingChanges = movesBetween([], idsIn(body));
    const made = { created_at: '2026-11-28T00:00:00Z', pending_changes: pendingChanges };
    const firewall = { ...body, ...made, id: randomUUID(), status: 'waiting' };
    world.firewalls.push(firewall);
    return ok({ firewall }, 202);
  },
  'PUT /v2/firewalls/:id': ({ world, at, body }) => {
    const index = world.firewalls.findIndex(({ id }) => id === at.id);
    const known = world.firewalls[index];
    if (!known) return gone;
    const pendingChanges = movesBetween(idsIn(known), idsIn(body));
    const firewall = { ...known, ...body, id: known.id, status: 'waiting', pending_changes: pendingChanges };
    world.firewalls[index] = firewall;
    return ok({ firewall });
  },
  'DELETE /v2/firewalls/:id': ({ world, at }) => {
    const index = world.firewalls.findIndex(({ id }) => id === at.id);
    return removeAt(world.firewalls, index);
  },

  'GET /v2/customers/my/invoices': ({ world, query }) => {
    const [present, ...closed] = world.bills;
    const invoicePreview = { ...present, updated_at: '2026-11-28T06:31:50Z' };
    return ok({ ...page('invoices', closed, query), invoice_preview: invoicePreview });
  },
  'GET /v2/customers/my/invoices/:id': (call) => {
    const bill = billOf(call);
    return bill ? ok(page('invoice_items', itemsOf(bill), call.query)) : gone;
  },
  'GET /v2/customers/my/invoices/:id/summary': (call) => {
    const bill = billOf(call);
    if (!bill) return gone;
    return ok({
      invoice_uuid: bill.invoice_uuid,
      billing_period: bill.invoice_period,
      amount: bill.amount,
      user_company: 'Example',
      taxes: { name: 'Taxes', amount: '1.14' },
      overages: { name: 'Overages', amount: '0.00' },
      credits_and_adjustments: { name: 'Credits & adjustments', amount: '0.00' },
    });
  },
};

const idsIn = ({ droplet_ids }: Body): readonly number[] => (Array.isArray(droplet_ids) ? droplet_ids : []);

/** What DigitalOcean still has to do after a firewall has got other droplets. */
const movesBetween = (before: readonly number[], after: readonly number[]): readonly Body[] =>
  [
    ...after
      .filter((id) => !before.includes(id))
      .map((dropletId) => ({ droplet_id: dropletId, removing: false })),
    ...before
      .filter((id) => !after.includes(id))
      .map((dropletId) => ({ droplet_id: dropletId, removing: true })),
  ].map((move) => ({ ...move, status: 'waiting' }));

/** A firewall is in force once somebody has read that it waits. */
function settle({ firewalls }: World): void {
  for (const [index, firewall] of firewalls.entries())
    firewalls[index] = { ...firewall, status: 'succeeded', pending_changes: [] };
}
