import type { Lambda, LambdaOptions } from '../../src/playground/aws/index.ts';
import { type Skydesk, startSkydesk } from '../../src/playground/skydesk.ts';

/** Everything that the functions talk to, and none of the functions: what is measured is started by itself. */
export const startWorld = (): Promise<Skydesk> => startSkydesk({ createFunction: idle });

const idle = ({ name }: LambdaOptions): Lambda => ({
  name,
  arn: '',
  logs: [],
  running: 0,
  invoke: async () => ({ batchItemFailures: [] }),
  coldStart: async () => {},
  kill: async () => 0,
  close: async () => {},
});
