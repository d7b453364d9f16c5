/**
 * A step can't run yet: its time has not come by the clock of this worker, which can be behind that of the sweeper, or another change
 * is at it.
 */
export class NotDue extends Error {
  override readonly name = 'NotDue';
}
