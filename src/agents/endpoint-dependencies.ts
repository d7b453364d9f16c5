import type { CallerDependencies } from './authenticate-caller.ts';

export interface EndpointDependencies extends CallerDependencies {
  /** Name of the slash command, `/cloud`. */
  readonly command: string;
}
