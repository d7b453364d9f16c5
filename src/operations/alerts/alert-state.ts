import { line } from '../../answer/answer.ts';
import { UserError } from '../../answer/user-error.ts';
import type { AlertPolicy, Server } from '../../cloud/index.ts';
import { mayHideDetails } from '../../cloud/model/all-addresses.ts';
import { isUnread } from '../../cloud/model/partly.ts';
import { shortList } from '../../core/list.ts';
import type { SnapshotReader } from '../../operation/snapshot.ts';
import type { Context } from '../context/context.ts';
import { unreadSettings } from './alert-draft.ts';
import { contentOf, describeTriggers, recipientsOf } from './triggers.ts';

/** Reads the content of an alert policy. */
export const alertPolicyState: SnapshotReader<{ readonly id: string }, Context> = {
  kind: 'alert policy',
  async read({ id }, { service, link }) {
    const policy = await service.alertPolicies.get(id);
    const now = `“${policy.name}” is now ${describeTriggers(policy.triggers)} and notifies ${recipientsOf(policy).join(', ')}.`;
    return {
      content: contentOf(policy),
      unread: unreadSettings(policy),
      description: [`${now} See `, line(link('alert.show', { policy: policy.id }))],
    };
  },
  async uses({ id }, { service, link }) {
    // The cloud API lists the policies of a server, but not the servers of a policy (docs/cloud-api.md, Alert policies).
    const servers = await service.servers.allNow();
    const unread = servers.filter(
      (server) =>
        isUnread(server, 'details.alertPolicies') ||
        (server.alertPolicies === undefined && !mayHideDetails(server.status)),
    );
    if (unread.length > 0) throw unknownUse(unread.map(({ name }) => name));
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

const unknownUse = (servers: readonly string[]): UserError =>
  new UserError(
    `Skydesk can’t read the alert policies of ${shortList(servers, 3)}, so it can’t tell whether this policy is assigned there.`,
    { next: 'Try again later, or change it where your cloud is managed.' },
  );

interface Assignment {
  readonly policy: Pick<AlertPolicy, 'id'>;
  readonly server: Pick<Server, 'id' | 'details' | 'unread'>;
}

export const assignmentOf = ({ policy, server }: Assignment) => ({ policy: policy.id, server: server.id });

/** Returns whether the server, as last read, has the alert policy; undefined if the server doesn't show that. */
export function isAssigned({ policy, server }: Assignment): boolean | undefined {
  const isOn = server.details?.alertPolicies?.some(({ id }) => id === policy.id);
  return isOn || !isUnread(server, 'details.alertPolicies') ? isOn : undefined;
}

/** Reads whether an alert policy is assigned to a server. */
export const alertAssignment: SnapshotReader<{ readonly policy: string; readonly server: string }, Context> =
  {
    kind: 'alert policy on server',
    async read({ policy, server }, { service, link }) {
      const found = await service.servers.get(server);
      const on = isAssigned({ policy: { id: policy }, server: found });
      const state = on === undefined ? 'perhaps' : on ? 'now' : 'no longer';
      return {
        content: on ?? false,
        unread: on === undefined ? ['alert policies'] : [],
        description: [
          `It is ${state} assigned to ${server.toUpperCase()}. See `,
          line(link('server.show', { server })),
        ],
      };
    },
    listCommand: ({ server }, { link }) => link('server.show', { server }),
  };
