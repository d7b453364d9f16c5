import type { RequestListener, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

/** One call of one service, such as `DynamoDB.PutItem`. */
export type Action = `${Service}.${string}`;
export type Service = 'DynamoDB' | 'SQS' | 'SecretsManager';

/** A fault that replaces or precedes the response to a call. */
export type Fault =
  /** AWS refuses the call with an error type such as `ThrottlingException`; status 400 by default. */
  | { readonly kind: 'refuse'; readonly type: string; readonly status?: number; readonly message?: string }
  /** AWS answers with this, and the call is not performed. */
  | { readonly kind: 'answer'; readonly body: object }
  /** The connection is reset, and the call is not performed. */
  | { readonly kind: 'drop' }
  /** The call is performed, and the connection is reset before the response. */
  | { readonly kind: 'lose' }
  /** The call is performed after a delay in milliseconds. */
  | { readonly kind: 'delay'; readonly ms: number }
  /** The call waits until it is released, and is then performed if the caller is still connected. */
  | { readonly kind: 'hold' };

export interface PlannedFault {
  /** Resolves when a call meets it. */
  readonly reached: Promise<void>;
  /** Resolves when the caller of a held call has given up or died. */
  readonly abandoned: Promise<void>;
  /** Withdraws the fault, and releases the calls that it holds. */
  release(): void;
}

/** Common faults of tests and of the fault switches. */
export const throttled: Fault = { kind: 'refuse', type: 'ThrottlingException', message: 'Rate exceeded' };
export const serverError: Fault = { kind: 'refuse', type: 'InternalServerError', status: 500 };

interface Planned {
  readonly action: Action;
  readonly fault: Fault;
  left: number;
  readonly reached: PromiseWithResolvers<void>;
  readonly abandoned: PromiseWithResolvers<void>;
  readonly released: PromiseWithResolvers<void>;
}

/** Injects faults into the calls of a service's listener. */
export class FaultBoard {
  #planned: Planned[] = [];
  #calls = new Map<Action, number>();
  #held = new Set<Planned>();

  /** Applies a fault to the next `times` calls of an action. Several faults of one action apply in turn. */
  next(action: Action, fault: Fault, times = 1): PlannedFault {
    const planned: Planned = {
      action,
      fault,
      left: times,
      reached: Promise.withResolvers(),
      abandoned: Promise.withResolvers(),
      released: Promise.withResolvers(),
    };
    this.#planned.push(planned);
    return {
      reached: planned.reached.promise,
      abandoned: planned.abandoned.promise,
      release: () => this.#release(planned),
    };
  }

  calls(action: Action): number {
    return this.#calls.get(action) ?? 0;
  }

  clear(): void {
    for (const planned of [...this.#planned, ...this.#held]) this.#release(planned);
  }

  guard(service: Service, listener: RequestListener): RequestListener {
    return async (request, response) => {
      const action: Action = `${service}.${String(request.headers['x-amz-target']).split('.')[1]}`;
      this.#calls.set(action, this.calls(action) + 1);
      const planned = this.#take(action);
      if (planned && !(await this.#letPass(planned, response))) return;
      listener(request, response);
    };
  }

  #take(action: Action): Planned | undefined {
    const planned = this.#planned.find((candidate) => candidate.action === action);
    if (!planned) return undefined;
    planned.left -= 1;
    if (planned.left === 0) this.#planned = this.#planned.filter((candidate) => candidate !== planned);
    return planned;
  }

  #release(planned: Planned): void {
    this.#planned = this.#planned.filter((candidate) => candidate !== planned);
    this.#held.delete(planned);
    planned.released.resolve();
  }

  /** Applies a fault. Resolves to true if the service is to perform the call. */
  async #letPass(planned: Planned, response: ServerResponse): Promise<boolean> {
    const { fault } = planned;
    planned.reached.resolve();
    switch (fault.kind) {
      case 'refuse':
        answer(response, fault.status ?? 400, { __type: fault.type, message: fault.message ?? fault.type });
        return false;
      case 'answer':
        answer(response, 200, fault.body);
        return false;
      case 'drop':
        response.socket?.resetAndDestroy();
        return false;
      case 'lose':
        loseAnswer(response);
        return true;
      case 'delay':
        await delay(fault.ms);
        break;
      case 'hold':
        this.#held.add(planned);
        response.once('close', planned.abandoned.resolve);
        await planned.released.promise;
        break;
    }
    return response.socket?.destroyed === false;
  }
}

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' }).end(JSON.stringify(body));
}

function loseAnswer(response: ServerResponse): void {
  response.end = () => {
    response.socket?.resetAndDestroy();
    return response;
  };
}
