import type { Presented } from './present.ts';
import type { CallAnswer } from './tool-call.ts';

/** The answer to a call, rendered and cut to the length that answers may have. JSON. */
export interface RenderedAnswer
  extends Presented,
    Pick<CallAnswer, 'outcome' | 'why' | 'retryAfterSeconds' | 'request'> {}

/** The worker's answers to agents' calls, by the slot of the call. Rejects if the store can't be reached. */
export interface AgentAnswers {
  put(slot: string, answer: RenderedAnswer): Promise<void>;
}

/** The other side: the function for agents takes each answer once. Rejects if the store can't be reached. */
export interface StoredAnswers {
  /** Resolves to the answer, and deletes it; undefined if there is none yet. */
  take(slot: string): Promise<RenderedAnswer | undefined>;
}
