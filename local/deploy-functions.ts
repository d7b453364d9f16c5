import path from 'node:path';
import { createLambda, type FunctionHooks, type Lambda, type LambdaOptions } from './aws/index.ts';

export interface DeployOptions {
  /** Folder of the bundles; dist/ by default. */
  readonly bundles?: string;
  /** Returns the folder of the worker's bundle, for each new instance; that of the others by default. */
  readonly workerBundles?: () => string;
  /** Time by which the functions' clock is ahead of this machine's, in milliseconds; 0 by default. */
  readonly ahead?: () => number;
  /** Timeout of the worker, in milliseconds; 60,000 as deployed. */
  readonly workerTimeoutMs?: number;
  /** Maximum number of people's jobs that workers do at once; 5 by default. */
  readonly workers?: number;
  /** Creates each function, in place of the local Lambda. */
  readonly createFunction?: (options: LambdaOptions) => Lambda;
}

export interface Functions {
  readonly receiver: Lambda;
  readonly worker: Lambda;
  readonly sweeper: Lambda;
  /** Answers agents. */
  readonly mcp: Lambda;
}

export const defaultWorkers = 5;
/** Maximum number of agents' calls that the worker answers at once, as deployed. */
export const agentWorkers = 2;

export const dist = path.join(import.meta.dirname, '../dist');

/** Creates the functions from their bundles. Timeouts are those of serverless.yml. */
export function deployFunctions(
  {
    bundles = dist,
    workerBundles = () => bundles,
    ahead = () => 0,
    workerTimeoutMs = 60_000,
    workers = defaultWorkers,
    createFunction = createLambda,
  }: DeployOptions,
  environment: LambdaOptions['environment'],
  hooks: FunctionHooks,
): Functions {
  const deployed = (name: string, limits: Pick<LambdaOptions, 'timeoutMs' | 'concurrency'>): Lambda => {
    const bundle = () => path.join(name === 'worker' ? workerBundles() : bundles, `${name}.js`);
    return createFunction({ name, bundle, environment, ahead, ...limits, ...hooks });
  };
  return {
    receiver: deployed('receiver', { timeoutMs: 5_000 }),
    worker: deployed('worker', { timeoutMs: workerTimeoutMs, concurrency: workers + agentWorkers }),
    sweeper: deployed('sweeper', { timeoutMs: 60_000, concurrency: 1 }),
    mcp: deployed('mcp', { timeoutMs: 29_000 }),
  };
}
