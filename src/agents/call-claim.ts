import { orLogged } from '../answer/or-logged.ts';
import { type Millis, minute } from '../core/clock.ts';
import type { Log } from '../core/log.ts';
import { sha256 } from '../core/sha256.ts';
import type { IdempotencyStore } from '../queue/idempotency.ts';
import type { ToolCall } from './tool-call.ts';

/** How long a call is claimed: longer than any call takes. Even after that, no copy takes over the claim. */
const claimedFor: Millis = minute;

export interface CallClaimDependencies {
  readonly idempotency: Pick<IdempotencyStore<unknown>, 'claim' | 'markDelivered' | 'unclaim'>;
  readonly log: Log;
}

/** The claim of a call, which keeps copies of it from having an effect. It covers the job id and the hash of the request. */
export type CallClaim = ReturnType<typeof callClaim>;

export function callClaim(
  { id, asked }: Pick<ToolCall, 'id' | 'asked'>,
  { idempotency, log }: CallClaimDependencies,
) {
  let isTaken = false;
  let isOver = false;

  async function settle(repeatable: boolean): Promise<void> {
    const marking = repeatable ? idempotency.unclaim(id) : idempotency.markDelivered(id);
    await orLogged(marking, log, 'call not marked', { job: id });
  }

  return {
    /**
     * Takes the claim. `taken`: this is the first copy, and is still running. `copy`: it is another one. `other`: the first
     * request with this id asked for something else. Rejects if the store can't be reached.
     */
    async take(): Promise<'taken' | 'copy' | 'other'> {
      if (isOver) return 'copy';
      const content = sha256(asked);
      const { state } = await idempotency.claim(id, claimedFor, content);
      isTaken = state === 'claimed';
      if (isTaken && !isOver) return 'taken';
      // The call was answered while the claim was being taken, so it had no effect.
      if (isTaken) await settle(true);
      return state === 'other' ? 'other' : 'copy';
    },
    /** Ends the claim if it was taken. `repeatable`: the next copy is processed as if it were the first. Never rejects. */
    async end(repeatable: boolean): Promise<void> {
      isOver = true;
      if (isTaken) await settle(repeatable);
    },
  };
}
