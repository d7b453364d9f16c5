import type { StateAfter } from '../drift/conclude.ts';
import type { StateLeft } from '../operation/leaves.ts';
import { cpuAutoscale, none } from '../operations/autoscale/autoscale.ts';
import { contentAs, triggersIn } from '../operations/changed/watched-content.ts';

type After = ReturnType<StateAfter>;

/** The state of a watched resource after a step has set some values of it; undefined where that can’t be told. */
export const stateAfter: StateAfter = ({ kind }, content, leaves) => {
  switch (kind) {
    case 'autoscale policy on server':
      return assigned(leaves);
    case 'alert policy':
      return content === undefined ? undefined : withSettings(contentAs(kind, content), leaves);
    case 'firewall between':
    case 'firewall inside':
      return content === undefined ? undefined : switched(contentAs(kind, content), leaves);
    case 'public address':
      return undefined;
  }
};

function assigned({ [cpuAutoscale]: policy }: StateLeft): After {
  if (typeof policy !== 'string') return undefined;
  return policy === none ? 'gone' : { content: policy };
}

function switched(content: object, { enabled, ...others }: StateLeft): After {
  return typeof enabled === 'boolean' && isEmpty(others) ? { content: { ...content, enabled } } : undefined;
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
  return { content: { name, actions: recipients, triggers } };
}

const isEmpty = (values: object): boolean => Object.keys(values).length === 0;
