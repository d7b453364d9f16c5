import { resourceId } from '../change/model/resource.ts';
import type { Plan } from '../operation/operation.ts';
import type { Context } from '../operations/context/context.ts';

/** Returns the id of the resource that a step changes; undefined for a new resource. */
export const resourceIn = ({
  plan,
  context,
}: {
  readonly plan: Plan;
  readonly context: Context;
}): string | undefined => plan.changes && resourceId(context.service.alias, plan.changes);
