import path from 'node:path';
import { createLambda, type Lambda, type LambdaOptions } from './aws/index.ts';

/** How the functions are deployed on this machine. */
export interface DeployOptions {
  /** Where the bundles are; dist/ when left out. */
  readonly bundles?: string;
  /** The folder of the bundles that hold the policy's decisions, for each instance that starts; that of the others when left out. */
  readonly workerBundles?: () => string;
  /** How far the clock of the functions is ahead of this machine's, in milliseconds; 0 when left out. */
  readonly ahead?: () => number;
  /** Longest run of the worker, in milliseconds; 60,000 as deployed. */
  readonly workerTimeoutMs?: number;
  /** Most instances of the worker at once; 5 when left out. */
  readonly workers?: number;
  /** Prepares each function, in place of the local Lambda. */
  readonly createFunction?: (options: LambdaOptions) => Lambda;
}

/** Called with what the functions do. */
export type FunctionHooks = Required<Pick<LambdaOptions, 'onLog' | 'onStart' | 'onInvocation'>>;

/** The functions. */
export interface Functions {
  readonly receiver: Lambda;
  readonly worker: Lambda;
  readonly sweeper: Lambda;
  /** Answers agents. */
  readonly mcp: Lambda;
}

export const defaultWorkers = 5;

export const dist = path.join(import.meta.dirname, '../dist');

/** Prepares the functions from their bundles. Timeouts are those of serverless.yml. */
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
    const judges = name === 'worker' || name === 'mcp';
    const bundle = () => path.join(judges ? workerBundles() : bundles, `${name}.js`);
    return createFunction({ name, bundle, environment, ahead, ...limits, ...hooks });
  };
  return {
    receiver: deployed('receiver', { timeoutMs: 5_000 }),
    worker: deployed('worker', { timeoutMs: workerTimeoutMs, concurrency: workers }),
    sweeper: deployed('sweeper', { timeoutMs: 60_000, concurrency: 1 }),
    mcp: deployed('mcp', { timeoutMs: 29_000 }),
  };
}
