import { correlation } from '../core/correlation.ts';
import { admin } from './admin.ts';
import { code, note, type Part } from './answer.ts';

/** Enough digits to find one request among those of some months. */
const digits = /[0-9a-f]{8}/;

/**
 * Returns the line by which an operator finds a failure in the logs: the first digits of the id that all lines about the request have, as
 * `correlation_id` or `came_from`. Empty outside of a job.
 */
export function reference(): readonly Part[] {
  const ids = correlation();
  if (!ids) return [];
  const id = ids.came_from ?? ids.correlation_id;
  return [note(`Reference for ${admin}: `, code(digits.exec(id)?.[0] ?? id))];
}
