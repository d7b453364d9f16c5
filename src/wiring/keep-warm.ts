/** Event of the schedules that keep one receiver and one worker warm. */
export interface KeepWarm {
  readonly keepWarm: true;
}

export const isKeepWarm = (event: unknown): event is KeepWarm =>
  typeof event === 'object' && event !== null && 'keepWarm' in event;
