import { line } from '../../answer/answer.ts';
import type { AlertPolicy, Server } from '../../cloud/index.ts';
import type { SnapshotReader } from '../../operation/snapshot.ts';
import type { Context } from '../context/context.ts';
import { contentOf, describeTriggers, recipientsOf } from './triggers.ts';

/** Reads the content of an alert policy. */
export const alertPolicyState: SnapshotReader<{ readonly id: string }, Context> = {
  kind: 'alert policy',
  async read({ id }, { service, link }) {
    const policy = await service.alertPolicies.get(id);
    const now = `“${policy.name}” is now ${describeTriggers(policy.triggers)} and notifies ${recipientsOf(policy).join(', ')}.`;
    return {
      content: contentOf(policy),
      description: [`${now} See `, line(link('alert.show', { policy: policy.id }))],
    };
  },
  async uses({ id }, { service, link }) {
    // The cloud API lists the policies of a server, but not the servers of a policy (service-facts 1.2).
    const servers = await service.servers.allNow();
    return servers
      .filter(({ alertPolicies = [] }) => alertPolicies.includes(id))
      .map(({ id: server, name }) => ({
        subject: { kind: alertAssignment.kind, policy: id, server },
        verb: 'assigned it to',
        name,
        command: link('server.show', { server }),
      }));
  },
  listCommand: (_, { link }) => link('alert.list'),
};

interface Assignment {
  readonly policy: Pick<AlertPolicy, 'id'>;
  readonly server: Pick<Server, 'id' | 'details'>;
}

export const assignmentOf = ({ policy, server }: Assignment) => ({ policy: policy.id, server: server.id });

/** Returns whether the server, as last read, has the alert policy; undefined if the server shows no details. */
export const isAssigned = ({ policy, server: { details } }: Assignment): boolean | undefined =>
  details?.alertPolicies.some(({ id }) => id === policy.id);

/** Reads whether an alert policy is assigned to a server. */
export const alertAssignment: SnapshotReader<{ readonly policy: string; readonly server: string }, Context> =
  {
    kind: 'alert policy on server',
    async read({ policy, server }, { service, link }) {
      const { details } = await service.servers.get(server);
      const on = details?.alertPolicies.some(({ id }) => id === policy) ?? false;
      const now = `It is ${on ? 'now' : 'no longer'} assigned to ${server.toUpperCase()}.`;
      return { content: on, description: [`${now} See `, line(link('server.show', { server }))] };
    },
    listCommand: ({ server }, { link }) => link('server.show', { server }),
  };
