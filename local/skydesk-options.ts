import type { LogLine } from './aws/index.ts';
import type { DeployOptions } from './deploy-functions.ts';

interface SlackElsewhere {
  readonly apiUrl: string;
  readonly signingSecret: string;
  readonly botToken: string;
  /** The slash command of its app; `/cloud` by default. */
  readonly command?: string;
  /** Whether its requests arrive by Socket Mode. Then nothing is open to a tunnel, and it can't call the MCP endpoint. */
  readonly socketMode?: boolean;
}

/** Options of the whole bot on loopback. Every part has a local default. */
export interface SkydeskOptions extends Omit<DeployOptions, 'workerBundles' | 'ahead'> {
  /** Port of the local Slack and of /slack/events; any free one by default. */
  readonly port?: number;
  /** A remote service to use instead of the local cloud. */
  readonly service?: {
    readonly baseUrl: string;
    readonly username: string;
    readonly password: string;
    /** What its forms leave out, as OMITTED_CHOICES of the worker has it. */
    readonly omittedChoices?: string;
  };
  readonly slack?: SlackElsewhere;
  /** Time that the local Slack waits for an acknowledgement, in milliseconds; 3000 by default, like Slack. */
  readonly ackTimeout?: number;
  /** Maximum number of messages per run of the worker; 1 by default. */
  readonly batchSize?: number;
  /** Seconds until an unfinished message is redelivered, as deployed. By default, a failed one is redelivered at once. */
  readonly visibilitySeconds?: number;
  /** Holds delayed messages back until `settled` is called with `delayed`, or time is let pass. */
  readonly holdBack?: boolean;
  /** Interval at which the sweeper runs by itself, in milliseconds; never by default. */
  readonly sweepEveryMs?: number;
  readonly onLog?: (line: LogLine) => void;
  /** Builds the functions with a stricter policy. Resolves to their folder. Without it, that policy can't be turned on. */
  readonly buildStrict?: () => Promise<string>;
}
