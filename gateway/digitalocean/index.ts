import { randomBytes, randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import type { Millis } from '../../src/core/clock.ts';
import type {
  AlertPolicyDraft,
  Connect,
  FirewallPolicy,
  FirewallPolicyDraft,
  Provider,
  Server,
} from '../provider.ts';
import { beforeEffect, notFound, Refusal } from '../refusal.ts';
import { type Api, type ApiOptions, digitalOceanApi, mustBeNew } from './api.ts';
import { readInvoice } from './billing.ts';
import {
  type Droplet,
  dataCentersOf,
  dropletIn,
  findDroplet,
  groupOf,
  readDroplets,
  regionOfGroup,
  rootGroupId,
  serverOf,
} from './droplets.ts';
import { requestOf as firewallRequest, refuseToOpen, replacementOf } from './firewall-request.ts';
import {
  firewall,
  type Network,
  newName,
  openId,
  policiesIn,
  policiesOf,
  readFirewalls,
} from './firewalls.ts';
import { shortId } from './ids.ts';
import {
  requestOf as alertRequest,
  type MonitoringAlert,
  nameOf,
  newTag,
  onePolicy,
  ownTag,
  policyOf,
  readAlert,
  readAlerts,
  watches,
} from './monitoring.ts';
import { publicAccess } from './public-access.ts';

/** The choices that DigitalOcean doesn't have, as forms leave them out: there is no alert policy for 15 minutes. */
export const omittedChoices = 'for=15m';

/** The parts of the interface that DigitalOcean has no counterpart for, or none that says the same. */
const lacks: Provider['lacks'] = {
  autoscale: 'DigitalOcean has no vertical autoscaling.',
  betweenDataCenters: 'This gateway doesn’t know what is allowed between data centers.',
  changeBetweenDataCenters: 'This gateway can’t change what is allowed between data centers.',
  changePublicIp: 'This gateway can’t change public IPs.',
  deployment: 'This gateway doesn’t know what can be deployed.',
  otherAccount: 'At DigitalOcean a firewall can’t lead to another account.',
};

/** What follows a change must not use up the time of its caller. */
const tagTimeout: Millis = 2_000;

const nothing = z.unknown();
const oneFirewall = z.object({ firewall });
const account = z.object({ account: z.object({ status: z.string() }) });
const oneAction = z.object({ action: z.object({ status: z.string() }) });

/** The states of an action as those of a job. */
const jobs: Readonly<Record<string, string>> = {
  'in-progress': 'executing',
  completed: 'succeeded',
  errored: 'failed',
};

/** How its tokens begin. Nothing else is worth a request. */
const isToken = /^do[a-z]_v1_\w{8,}$/;

/** Returns the provider DigitalOcean. Its tokens share nothing with each other. */
export function digitalOcean(options: ApiOptions): Connect {
  const apis = digitalOceanApi(options);
  return async (token) => {
    if (!isToken.test(token)) throw new Refusal(401, 'This is no token of DigitalOcean.');
    return providerOver(await apis.withToken(token));
  };
}

const providerOver = (api: Api): Provider => ({
  lacks,
  checkLogin: () =>
    api.read('/v2/account', account).then(
      () => undefined,
      (error: unknown) => {
        if (error instanceof Refusal && error.status === 401)
          throw new Refusal(400, 'DigitalOcean refused the token.');
        throw error;
      },
    ),
  dataCenters: async () => dataCentersOf(await readDroplets(api)),
  rootGroupId,
  async group(id) {
    const [region, as] = await Promise.all([regionOfGroup(api, id), asServer(api)]);
    const root = await groupOf(api, region, as);
    const found = [root, ...root.groups].find((group) => group.id === id.toLowerCase());
    if (!found) throw notFound();
    return found;
  },
  async server(id) {
    const [of, as] = await Promise.all([findDroplet(api, id), asServer(api, mustBeNew)]);
    return as(of);
  },
  alertPolicies: alertPoliciesOver(api),
  firewallPolicies: firewallPoliciesOver(api),
  async publicIp(server, ip) {
    const network = await readNetwork(api);
    return publicAccess(dropletIn(network.droplets, server), ip, network);
  },
  invoice: (year, month) => readInvoice(api, year, month),
  async job(id) {
    if (!/^\d{1,15}$/.test(id)) throw notFound();
    const { action } = await api.read(`/v2/actions/${id}`, oneAction);
    return jobs[action.status] ?? 'unknown';
  },
});

const changedElsewhere = new Refusal(
  400,
  'This firewall was made or changed at DigitalOcean, or is attached in several data centers. Change it there.',
);

/** Returns how a droplet becomes a server, with the alert policies that watch it. */
async function asServer(api: Api, maxAge?: Millis): Promise<(of: Droplet) => Server> {
  const alerts = await readAlerts(api, maxAge);
  return (of) => serverOf(of, alerts.filter((alert) => watches(alert, of)).map(nameOf));
}

function alertPoliciesOver(api: Api): Provider['alertPolicies'] {
  /** Reads a policy that may be changed here, with its tag. */
  const readOwn = async (id: string): Promise<{ alert: MonitoringAlert; tag: string }> => {
    const alert = await readAlert(api, id);
    const tag = ownTag(alert);
    if (tag === undefined)
      throw new Refusal(400, 'This alert policy was made at DigitalOcean. Change it there.');
    return { alert, tag };
  };
  const readPair = (server: string, id: string) =>
    beforeEffect(async () => {
      const [of, { tag }] = await Promise.all([findDroplet(api, server), readOwn(id)]);
      return { of, path: `/v2/tags/${encodeURIComponent(tag)}/resources`, tag };
    });
  /** Deletes tags that nothing has any more. One that stays has no effect. */
  const forget = async (tags: readonly string[]): Promise<void> => {
    for (const tag of tags) {
      const path = `/v2/tags/${encodeURIComponent(tag)}`;
      await api.change('DELETE', path, undefined, nothing, tagTimeout).catch(() => undefined);
    }
  };
  const resources = ({ id }: Droplet) => ({
    resources: [{ resource_id: String(id), resource_type: 'droplet' }],
  });
  /** What decides on each change. Rejects with its refusal. */
  const check = {
    create: async (draft: AlertPolicyDraft) => alertRequest(draft),
    async update(id: string, draft: AlertPolicyDraft) {
      const { alert } = await readOwn(id);
      return { ...alertRequest(draft, alert), tags: alert.tags, uuid: alert.uuid };
    },
  };
  return {
    check,
    list: async () => (await readAlerts(api)).map(policyOf),
    get: async (id) => policyOf(await readAlert(api, id)),
    async create(draft) {
      const request = await beforeEffect(async () => {
        const tag = newTag(randomUUID());
        const body = { ...(await check.create(draft)), tags: [tag] };
        // A tag without droplets has no effect.
        await api.change('POST', '/v2/tags', { name: tag }, nothing);
        return body;
      });
      const made = await api
        .change('POST', '/v2/monitoring/alerts', request, onePolicy)
        .catch(async (error: unknown) => {
          if (error instanceof Refusal && error.status < 500) await forget(request.tags);
          throw error;
        });
      return policyOf(made.policy);
    },
    async update(id, draft) {
      const { uuid, ...body } = await beforeEffect(() => check.update(id, draft));
      return policyOf((await api.change('PUT', `/v2/monitoring/alerts/${uuid}`, body, onePolicy)).policy);
    },
    async delete(id) {
      const { alert, tag } = await beforeEffect(() => readOwn(id));
      await api.change('DELETE', `/v2/monitoring/alerts/${alert.uuid}`, undefined, nothing);
      await forget([tag]);
    },
    async assign(server, id) {
      const { of, path } = await readPair(server, id);
      await api.change('POST', path, resources(of), nothing);
    },
    async unassign(server, id) {
      const { of, path, tag } = await readPair(server, id);
      if (!of.tags.includes(tag)) throw notFound();
      await api.change('DELETE', path, resources(of), nothing);
    },
  };
}

async function readNetwork(api: Api, maxAge?: Millis): Promise<Network> {
  const [firewalls, droplets] = await Promise.all([readFirewalls(api, maxAge), readDroplets(api, maxAge)]);
  return { firewalls, droplets };
}

function firewallPoliciesOver(api: Api): Provider['firewallPolicies'] {
  /** Reads what decides on a change of a firewall, and that firewall, if it may be changed here. */
  const readOwn = async (region: string, id: string) => {
    if (id.toLowerCase() === openId(region))
      throw new Refusal(
        400,
        'This stands for the servers without a firewall: all of their traffic is allowed. Attach a firewall at DigitalOcean.',
      );
    const network = await readNetwork(api, mustBeNew);
    for (const own of network.firewalls) {
      const policy = policiesOf(own, region, network).find((one) => one.id === id.toLowerCase());
      if (policy?.may.update) return { own, policy, network };
      if (policy) throw changedElsewhere;
    }
    throw notFound();
  };

  /** What decides on each change. Rejects with its refusal. */
  const check = {
    async create(region: string, draft: FirewallPolicyDraft) {
      const name = newName(region, randomBytes(4).toString('hex'));
      return firewallRequest(draft, region, await readNetwork(api, mustBeNew), name);
    },
    async update(region: string, id: string, change: Partial<FirewallPolicyDraft>) {
      const { own, policy, network } = await readOwn(region, id);
      return { own, request: replacementOf(own, { ...draftOf(policy), ...change }, region, network) };
    },
    async delete(region: string, id: string) {
      const { own, network } = await readOwn(region, id);
      refuseToOpen(own, network.firewalls, network.droplets);
      return own;
    },
  };

  return {
    check,
    list: async (region) => policiesIn(region, await readNetwork(api)),
    async get(region, id) {
      const network = await readNetwork(api, mustBeNew);
      const found = policiesIn(region, network).find((one) => one.id === id.toLowerCase());
      if (!found) throw notFound();
      return found;
    },
    async create(region, draft) {
      const request = await beforeEffect(() => check.create(region, draft));
      return shortId((await api.change('POST', '/v2/firewalls', request, oneFirewall)).firewall.id);
    },
    async update(region, id, change) {
      const { own, request } = await beforeEffect(() => check.update(region, id, change));
      await api.change('PUT', `/v2/firewalls/${own.id}`, request, nothing);
    },
    async delete(region, id) {
      const own = await beforeEffect(() => check.delete(region, id));
      await api.change('DELETE', `/v2/firewalls/${own.id}`, undefined, nothing);
    },
  };
}

const draftOf = ({ source, destination, ports, enabled }: FirewallPolicy): FirewallPolicyDraft => ({
  source,
  destination,
  ports,
  enabled,
});
