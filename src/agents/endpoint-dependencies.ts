import type { Log } from '../core/log.ts';
import type { Names } from '../messaging/names.ts';
import type { ProfileOf } from '../messaging/person-label.ts';
import type { CallerDependencies } from './authenticate-caller.ts';
import type { present } from './present.ts';
import type { CallAnswer, ToolCall } from './tool-call.ts';

export interface EndpointDependencies extends CallerDependencies {
  /** Name of the slash command, `/cloud`. */
  readonly command: string;
  readonly log: Log;
  /** Renders the answer to a call in each of its forms. */
  readonly present: typeof present;
  readonly profileOf: ProfileOf;
  readonly names: Pick<Names, 'group' | 'channel'>;
  /** Errors that a person can read are answers, not rejections. */
  readonly answerCall: (call: ToolCall) => Promise<CallAnswer>;
}
