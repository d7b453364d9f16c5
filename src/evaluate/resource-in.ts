import { resourceId } from '../change/model/resource.ts';
import type { ResolvedCommand } from '../operation/operation.ts';
import type { Context } from '../operations/context/context.ts';

/** Returns the id of the resource that a step changes; undefined for a new resource. */
export const resourceIn = ({
  resolved,
  context,
}: {
  readonly resolved: ResolvedCommand;
  readonly context: Context;
}): string | undefined => resolved.changes && resourceId(context.service.alias, resolved.changes);
