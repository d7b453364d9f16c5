import type { StateAfter } from '../drift/conclude.ts';
import type { StateLeft } from '../operation/leaves.ts';
import { cpuAutoscale, none } from '../operations/autoscale/autoscale.ts';
import { contentAs, triggersIn } from '../operations/changed/watched-content.ts';
import { anywhere } from '../operations/public-ips/public-ip.ts';

type After = ReturnType<StateAfter>;

/** The state of a watched resource after a step has set some values of it; undefined where that can’t be told. */
export const stateAfter: StateAfter = ({ kind }, content, leaves) => {
  switch (kind) {
    case 'autoscale policy on server':
      return assigned(leaves);
    case 'alert policy':
      return content === undefined ? undefined : withSettings(contentAs(kind, content), leaves);
    case 'firewall between':
      return content === undefined ? undefined : switched(contentAs(kind, content), leaves);
    case 'firewall inside':
      return content === undefined ? undefined : withLists(contentAs(kind, content), leaves);
    case 'public address':
      return content === undefined ? undefined : opened(contentAs(kind, content), leaves);
  }
};

function assigned({ [cpuAutoscale]: policy }: StateLeft): After {
  if (typeof policy !== 'string') return undefined;
  return policy === none ? 'gone' : { content: policy, isCertain: true };
}

function switched(content: object, { enabled, ...others }: StateLeft): After {
  if (typeof enabled !== 'boolean' || !isEmpty(others)) return undefined;
  return { content: { ...content, enabled }, isCertain: true };
}

/** A policy inside a data center that was switched, or of which lists were replaced. */
function withLists(
  content: ReturnType<typeof contentAs<'firewall inside'>>,
  { source, destination, ports, ...others }: StateLeft,
): After {
  if (source === undefined && destination === undefined && ports === undefined)
    return switched(content, others);
  if (!isEmpty(others)) return undefined;
  const [sources, destinations, open] = content.lists;
  const lists = [source ?? sources, destination ?? destinations, ports ?? open];
  return { content: { ...content, lists }, isCertain: false };
}

/** A public IP of which ports or sources were replaced. The cloud API may open ICMP besides (service-facts 2.4). */
function opened(
  [internal, now, sources]: ReturnType<typeof contentAs<'public address'>>,
  { ports = now, from = sources, ...others }: StateLeft,
): After {
  if (!isEmpty(others)) return undefined;
  const isAnywhere = Array.isArray(from) && from.includes(anywhere);
  return { content: [internal, ports, isAnywhere ? [] : from], isCertain: false };
}

/** An alert policy whose name, recipients or thresholds were set. */
function withSettings(
  content: ReturnType<typeof contentAs<'alert policy'>>,
  { name = content.name, recipients = content.actions, ...metrics }: StateLeft,
): After {
  const set = Object.entries(metrics);
  if (!set.every(([, triggers]) => Array.isArray(triggers))) return undefined;
  const kept = triggersIn(content).filter(({ metric }) => !(metric in metrics));
  const triggers = [
    ...kept.map(({ metric, threshold, duration }) => `${metric} ${threshold} ${duration}`),
    ...set.flatMap(([metric, values]) => [values].flat().map((value) => `${metric} ${value}`)),
  ].sort();
  return { content: { name, actions: recipients, triggers }, isCertain: true };
}

const isEmpty = (values: object): boolean => Object.keys(values).length === 0;
