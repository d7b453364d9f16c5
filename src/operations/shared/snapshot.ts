import { createHash } from 'node:crypto';
import { ServiceError } from '../../cloud/model/cloud-error.ts';
import { line, type Text } from '../../core/answer.ts';
import type { Subject } from '../../core/undo.ts';
import { type Context, lineIn } from './context.ts';
import { describeCross, describeLocal } from './firewall.ts';
import { describePorts } from './public-ip.ts';
import { contentOf, describeTriggers, recipientsOf } from './triggers.ts';

/** How a thing stands. */
export interface State {
  /** JSON, the same for the same state: lists in order, and without what changes by itself. */
  readonly content: unknown;
  /** As a sentence, with the line that shows it. */
  readonly says: Text;
}

/** SHA-256 over the content, in hex. */
export const fingerprint = ({ content }: State): string =>
  createHash('sha256').update(JSON.stringify(content)).digest('hex');

/** Reads how the subject of a change stands now. */
export async function stateOf(subject: Subject, context: Context): Promise<State> {
  try {
    return await read(subject, context);
  } catch (error) {
    if (!(error instanceof ServiceError && error.kind === 'not-found')) throw error;
    const says = ['It is not there any more. See ', line(listOf(subject, context))];
    return { content: 'gone', says };
  }
}

/** The line that shows what there is instead. */
function listOf(subject: Subject, context: Context): string {
  switch (subject.kind) {
    case 'alert policy':
      return lineIn(context, 'alert list');
    case 'firewall between':
      return lineIn(context, 'firewall list', subject.dc);
    case 'firewall inside':
      return lineIn(context, 'firewall local list', subject.dc);
    default:
      return lineIn(context, 'server show', subject.server);
  }
}

async function read(subject: Subject, context: Context): Promise<State> {
  const { service } = context;
  const told = (content: unknown, says: string, words: string, ...names: string[]): State => ({
    content,
    says: [`${says} See `, line(lineIn(context, words, ...names))],
  });
  switch (subject.kind) {
    case 'alert policy': {
      const policy = await service.alertPolicies.get(subject.id);
      const says = `“${policy.name}” is now: ${describeTriggers(policy.triggers)}, tells ${recipientsOf(policy).join(', ')}.`;
      return told(contentOf(policy), says, 'alert show', policy.id);
    }
    case 'alert policy on server': {
      const { details } = await service.servers.get(subject.server);
      const on = details?.alertPolicies.some(({ id }) => id === subject.policy) ?? false;
      const says = `${subject.server.toUpperCase()} is ${on ? 'now' : 'no longer'} watched by it.`;
      return told(on, says, 'server show', subject.server);
    }
    case 'autoscale policy on server': {
      const set = await service.autoscalePolicies.view(subject.server);
      const says = `${subject.server.toUpperCase()} has ${set ? 'another autoscale policy' : 'no autoscale policy'} now.`;
      return told(set?.id ?? 'none', says, 'autoscale view', subject.server);
    }
    case 'public address': {
      const address = await service.publicIps.get(subject.server, subject.address);
      const { internalIPAddress, ports, sourceRestrictions } = address;
      const from = sourceRestrictions.map(({ cidr }) => cidr).sort();
      const open = describePorts(ports).split(', ').sort();
      const says = `${subject.address} is now open on ${open.join(', ')} to ${from.join(', ') || 'everyone'}.`;
      return told([internalIPAddress ?? null, open, from], says, 'ip show', subject.server);
    }
    case 'firewall between': {
      const policy = await service.crossFirewall.get(subject.dc, subject.id);
      const { status: _, links: __, ...content } = policy;
      const says = `It is now ${onOrOff(policy)}: ${describeCross(policy)}.`;
      return told(content, says, 'firewall show', subject.dc, subject.id);
    }
    case 'firewall inside': {
      const policy = await service.firewall.get(subject.dc, subject.id);
      const { status: _, links: __, source, destination, ports, ...rest } = policy;
      const content = { ...rest, lists: [source, destination, ports].map((list) => [...list].sort()) };
      const says = `It is now ${onOrOff(policy)}: ${describeLocal(policy)}.`;
      return told(content, says, 'firewall local show', subject.dc, subject.id);
    }
  }
}

const onOrOff = ({ enabled }: { readonly enabled: boolean }): string => (enabled ? 'on' : 'off');
