import type { Change } from '../../change/model/change.ts';
import type { Narrows } from '../../messaging/view.ts';
import { preparedSteps } from '../prepare/prepare-change.ts';

/** What can be narrowed: ranges and ports, not names. Only of a change of one step, since fields are named without it. */
export function narrowsOf({ steps }: Pick<Change, 'steps'>): Narrows | undefined {
  const [step, ...others] = steps;
  const [prepared] = preparedSteps([step]) ?? [];
  if (!prepared || others.length > 0) return undefined;
  const { fields } = prepared.operation;
  const own = Object.entries(step.raw).filter(([field]) => fields[field] !== undefined);
  return own.some(([field]) => fields[field]?.isNoWider)
    ? { operation: step.operation, raw: Object.fromEntries(own) }
    : undefined;
}
